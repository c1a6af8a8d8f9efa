#include "tests/bench/search/replay.h"

#include <functional>
#include <random>

namespace fstune::bench {
namespace {

std::mt19937_64 generator(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
    std::seed_seq mixed{seed, a, a >> 32, b, b >> 32};
    return std::mt19937_64(mixed);
}

}  // namespace

std::size_t Replay::cell_of(const knowledge::Configuration& configuration) const {
    const auto known = cells_.find(configuration);
    if (known != cells_.end()) return known->second;
    const auto ties = surface_->nearest(configuration);
    auto random = generator(conditions_.seed, std::hash<std::string>()(to_text(configuration)), 17);
    return cells_[configuration] = ties[random() % ties.size()];
}

double Replay::drift_now() const {
    const double done = static_cast<double>(probes_) / static_cast<double>(conditions_.budget);
    switch (conditions_.drift) {
        case Drift::ramp:
            return 1 + conditions_.drift_size * (2 * done - 1);
        case Drift::step:
            return 1 + conditions_.drift_size * (done < 0.5 ? -1 : 1);
        case Drift::none:
            break;
    }
    return 1;
}

knowledge::Trial Replay::run(const search::Proposal& proposal) {
    knowledge::Trial trial;
    trial.block = proposal.block;
    trial.fidelity = proposal.fidelity;
    trial.configuration = proposal.configuration;
    const std::size_t at = cell_of(proposal.configuration);
    const Cell& cell = surface_->cells[at];
    const double drift = drift_now();
    trial.id = ++probes_;
    if (cell.values.empty()) {
        trial.outcome = knowledge::Failure{knowledge::FailureKind::mkfs_refused, "as recorded"};
        return trial;
    }
    auto random = generator(conditions_.seed, at, times_[at]++);
    const double value = cell.values[random() % cell.values.size()];
    std::normal_distribution<double> noise(0, 1);
    knowledge::Measurement measurement;
    measurement.value = value * drift * std::max(0.05, 1 + conditions_.noise * noise(random));
    trial.outcome = std::move(measurement);
    return trial;
}

}  // namespace fstune::bench
