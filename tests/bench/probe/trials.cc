#include "tests/bench/probe/trials.h"

#include <fmt/format.h>

#include <cstdlib>

#include "tuner/goals/program_goals.h"

namespace fstune::bench {

namespace {

template <typename T>
T value_or_exit(Result<T> result) {
    if (result) return std::move(*result);
    fmt::print(stderr, "{}\n", result.error().message);
    std::exit(1);
}

}  // namespace

std::unique_ptr<probes::Host> scratch_host(const Place& place) {
    return value_or_exit(probes::open_host(
        {.scratch = probes::ScratchRequest{.size = place.size, .directory = place.directory}}));
}

Trials::Trials(probes::Host& host, const tuner::Goal& goal)
    : workload_(value_or_exit(tuner::workload_of(goal, {}, host.process()))),
      runner_(host.runner(*workload_, {}, {})) {}

std::optional<knowledge::Measurement> Trials::run(const std::string& filesystem,
                                                  std::chrono::nanoseconds length,
                                                  std::uint64_t seed) {
    const auto outcome = value_or_exit(
        runner_->run({.configuration = {filesystem, {}}, .probe_length = length, .seed = seed}));
    if (const auto* measured = std::get_if<knowledge::Measurement>(&outcome)) return *measured;
    fmt::print(stderr, "{}: {}\n", filesystem, std::get<knowledge::Failure>(outcome).reason);
    return std::nullopt;
}

}  // namespace fstune::bench
