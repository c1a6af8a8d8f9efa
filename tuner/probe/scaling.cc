#include "tuner/probe/scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <thread>

#include "probes/meters/warnings.h"
#include "tuner/probe/start_gate.h"

namespace fstune::tuner {

namespace {

// Figures of folders that were measured for different times do not add up.
constexpr double most_apart = 1.1;

class Scaling {
  public:
    Scaling(const ProbeSettings& settings, std::size_t folders, const ScalingHooks& hooks)
        : settings_(settings), folders_(folders), hooks_(hooks) {}

    Result<ScalingResult> run();

  private:
    using Outcomes = std::vector<Result<probes::WorkloadResult>>;
    Result<void> measure(ScalingTable& table, int level, int round);
    Outcomes at_once(std::vector<std::unique_ptr<probes::Workload>>& workloads,
                     const std::vector<probes::WorkloadPlace>& places, int round);
    void keep(ScalingTable& table, int level, int round, const Outcomes& outcomes);
    void judge_overlap(const std::string& workload, int level, const Outcomes& outcomes);
    std::vector<int> order_of(int round) const;
    void conclude(ScalingTable& table) const;

    const ProbeSettings& settings_;
    std::size_t folders_;
    const ScalingHooks& hooks_;
    ScalingResult result_;
    std::size_t done_ = 0;
};

Result<ScalingResult> Scaling::run() {
    for (const auto& name : settings_.workloads) {
        const auto workload = hooks_.make(name);
        if (!workload) return tl::unexpected(workload.error());
        result_.tables.push_back({name, (*workload)->metric().unit, {}, {}});
        for (int level = 1; level <= static_cast<int>(folders_); ++level)
            result_.tables.back().levels.push_back({level, {}});
    }
    for (int round = 1; round <= settings_.runs && !result_.interrupted; ++round)
        for (auto& table : result_.tables)
            for (const int level : order_of(round)) {
                if (result_.interrupted) break;
                if (auto done = measure(table, level, round); !done)
                    return tl::unexpected(done.error());
            }
    for (auto& table : result_.tables) conclude(table);
    return std::move(result_);
}

// Another order in each round: a machine that slows down would look like an end of growth.
std::vector<int> Scaling::order_of(int round) const {
    std::vector<int> order(folders_);
    std::iota(order.begin(), order.end(), 1);
    std::mt19937_64 random(settings_.seed * 1000 + static_cast<std::uint64_t>(round));
    std::ranges::shuffle(order, random);
    return order;
}

Result<void> Scaling::measure(ScalingTable& table, int level, int round) {
    hooks_.progress(
        {table.workload, settings_.threads.front(), round, done_,
         settings_.workloads.size() * folders_ * static_cast<std::size_t>(settings_.runs)});
    ++done_;
    std::vector<std::unique_ptr<probes::Workload>> workloads;
    std::vector<probes::WorkloadPlace> places;
    for (std::size_t i = 0; i < static_cast<std::size_t>(level); ++i) {
        auto workload = hooks_.make(table.workload);
        if (!workload) return tl::unexpected(workload.error());
        const auto place = hooks_.place(i);
        if (!place) return tl::unexpected(place.error());
        workloads.push_back(std::move(*workload));
        places.push_back(*place);
    }
    const auto outcomes = at_once(workloads, places, round);
    result_.interrupted = settings_.stop.stop_requested();
    if (!result_.interrupted) keep(table, level, round, outcomes);
    return {};
}

Scaling::Outcomes Scaling::at_once(std::vector<std::unique_ptr<probes::Workload>>& workloads,
                                   const std::vector<probes::WorkloadPlace>& places, int round) {
    Outcomes outcomes(workloads.size(), fail(ErrorCode::failed, "did not run"));
    StartGate gate(workloads.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < workloads.size(); ++i)
        threads.emplace_back([&, i] {
            bool arrived = false;
            probes::WorkloadSettings settings;
            settings.length = settings_.length;
            settings.seed = settings_.seed + static_cast<std::uint64_t>(round) - 1;
            settings.threads = settings_.threads.front();
            settings.size = settings_.size;
            settings.compressible = settings_.compressible;
            settings.stop = settings_.stop;
            auto place = places[i];
            place.before_measuring = [&] {
                if (places[i].before_measuring) places[i].before_measuring();
                if (!arrived) gate.arrive_and_wait();
                arrived = true;
            };
            if (const auto reason = workloads[i]->unsuitable(place))
                outcomes[i] = fail(ErrorCode::unsupported, *reason);
            else
                outcomes[i] = workloads[i]->run(place, settings);
            if (!arrived) gate.leave();
        });
    for (auto& thread : threads) thread.join();
    if (gate.arrived() < workloads.size() && workloads.size() > 1)
        result_.warnings.push_back(
            {workloads.front()->name(), fmt::format("{} folders", workloads.size()),
             "not together: not all began at the same moment, so the total is too high"});
    return outcomes;
}

void Scaling::keep(ScalingTable& table, int level, int round, const Outcomes& outcomes) {
    ScalingMeasurement measurement{round, {}};
    bool whole = true;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& outcome = outcomes[i];
        if (!outcome) {
            result_.failures.push_back(
                {table.workload, settings_.threads.front(), round,
                 fmt::format("folder {} of {}: {}", i + 1, level, outcome.error().message)});
            whole = false;
            continue;
        }
        measurement.each.push_back(outcome->value);
        for (const auto& warning : outcome->warnings)
            // With several folders the others are ours.
            if (level == 1 || !probes::is(probes::Warning::device_busy, warning))
                result_.warnings.push_back(
                    {table.workload, fmt::format("folder {} of {}", i + 1, level), warning});
    }
    if (!whole) return;
    judge_overlap(table.workload, level, outcomes);
    table.levels[static_cast<std::size_t>(level) - 1].rounds.push_back(std::move(measurement));
}

void Scaling::judge_overlap(const std::string& workload, int level, const Outcomes& outcomes) {
    std::vector<double> seconds;
    for (const auto& outcome : outcomes)
        if (const auto found = outcome->seconds.find("measure"); found != outcome->seconds.end())
            seconds.push_back(found->second);
    if (seconds.size() < 2) return;
    const auto [least, most] = std::ranges::minmax(seconds);
    if (most <= least * most_apart) return;
    result_.warnings.push_back(
        {workload, fmt::format("{} folders", level),
         fmt::format("not together: measured for {:.2f} to {:.2f} s, so not all of it was at once; "
                     "give a larger --size or a shorter --seconds",
                     least, most)});
}

// Rounds that have every level are compared within themselves.
void Scaling::conclude(ScalingTable& table) const {
    std::vector<search::MeasuredLevel> levels;
    for (const auto& level : table.levels) {
        search::MeasuredLevel measured{.at = static_cast<double>(level.folders)};
        for (const auto& round : level.rounds) {
            const auto has_round = [&](const ScalingLevel& other) {
                return std::ranges::find(other.rounds, round.round, &ScalingMeasurement::round) !=
                       other.rounds.end();
            };
            if (std::ranges::all_of(table.levels, has_round))
                measured.values.push_back(round.total());
        }
        measured.sample = search::sample_of(measured.values);
        levels.push_back(std::move(measured));
    }
    table.verdict = search::scaling_of(levels, scaling_confidence, scaling_min_gain);
}

std::string folders_text(double count) {
    return count == 1 ? "1 folder" : fmt::format("{:g} folders", count);
}

}  // namespace

double ScalingMeasurement::total() const { return std::accumulate(each.begin(), each.end(), 0.0); }

Result<ScalingResult> probe_scaling(const ProbeSettings& settings, std::size_t folders,
                                    const ScalingHooks& hooks) {
    return Scaling(settings, folders, hooks).run();
}

std::string scaling_verdict(const ScalingTable& table) {
    if (!table.verdict)
        return fmt::format(
            "{}: where it stops growing cannot be told from fewer than 3 whole rounds of 2 or "
            "more folders; give --runs 5",
            table.workload);
    const auto& verdict = *table.verdict;
    if (!verdict.stops_at)
        return fmt::format(
            "{}: where it stops growing cannot be told: a gain of less than {:.0f} % is hidden by "
            "the noise; give more --runs or longer --seconds",
            table.workload, 100 * verdict.smallest_visible);
    const double last = table.levels.back().folders;
    auto text =
        *verdict.stops_at == last
            ? fmt::format("{}: still grows at {}, the last", table.workload, folders_text(last))
            : fmt::format(
                  "{}: stops growing at {}; with more, no gain was seen, and one "
                  "of {:.1f} % would have been",
                  table.workload, folders_text(*verdict.stops_at),
                  100 * std::max(verdict.smallest_visible, scaling_min_gain));
    if (verdict.falls) text += fmt::format("; it falls after {}", folders_text(verdict.peak_at));
    return text;
}

}  // namespace fstune::tuner
