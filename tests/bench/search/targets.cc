#include "tests/bench/search/targets.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "tests/bench/search/planted.h"

namespace fstune::bench {
namespace {

// A regret of nothing has no ratio: below a tenth of a percent all are the same.
constexpr double least_regret = 0.001;

double noise_of(const Surface& surface) {
    return std::ranges::all_of(surface.cells, [](const Cell& c) { return c.values.size() < 2; })
               ? 0.03
               : 0;
}

// Geometric mean over surfaces of what `measure` makes of one strategy's runs.
template <typename Measure>
double geometric(const Results& results, const std::string& strategy, std::int64_t budget,
                 Measure measure) {
    double sum = 0;
    for (const auto& [surface, by_strategy] : results)
        sum += std::log(measure(by_strategy.at(strategy).at(budget)));
    return std::exp(sum / static_cast<double>(results.size()));
}

void add_against_peers(const Results& results, const std::vector<std::string>& peers,
                       std::vector<Figure>& figures) {
    const auto probes = [](const auto& runs) { return median_probes_to(runs, 0.02); };
    const auto regret = [](const auto& runs) {
        return std::max(least_regret, median_regret(runs));
    };
    double best_peer = std::numeric_limits<double>::infinity();
    for (const std::string& peer : peers) {
        figures.push_back(
            {"probes to 2 %, of " + peer + "'s (geometric mean)",
             geometric(results, "auto", 160, probes) / geometric(results, peer, 160, probes), 0.5,
             true, "times"});
        best_peer = std::min(best_peer, geometric(results, peer, 80, regret));
    }
    figures.push_back({"median regret at 80, of the best peer's (geometric mean)",
                       geometric(results, "auto", 80, regret) / best_peer, 0.5, true, "times"});
}

std::int64_t other_answers(const Surface& surface, const Conditions& still, Drift drift, int seeds,
                           double& worse) {
    Conditions moving = still;
    moving.drift = drift;
    const auto calm = run_many(surface, "auto", still, still.seed, seeds);
    const auto moved = run_many(surface, "auto", moving, still.seed, seeds);
    std::int64_t others = 0;
    for (std::size_t i = 0; i < calm.size(); ++i) {
        others += calm[i].recommended != moved[i].recommended;
        worse += moved[i].regret.back() > calm[i].regret.back() + 0.02;
    }
    return others;
}

void add_drift(const std::vector<Surface>& surfaces, std::uint64_t first_seed, int seeds,
               std::vector<Figure>& figures) {
    for (const Drift drift : {Drift::ramp, Drift::step}) {
        double others = 0, worse = 0, runs = 0;
        for (const Surface& surface : surfaces) {
            Conditions still{first_seed, noise_of(surface), Drift::none, 0.10, 80};
            others += static_cast<double>(other_answers(surface, still, drift, seeds, worse));
            runs += seeds;
        }
        const std::string name = drift == Drift::ramp ? "ramp" : "step";
        figures.push_back({"drift, " + name + ": another configuration than without",
                           100 * others / runs, 5, true, "% of runs"});
        figures.push_back({"drift, " + name + ": one that is over 2 % worse", 100 * worse / runs, 5,
                           true, "% of runs"});
    }
}

}  // namespace

std::vector<Figure> recorded_figures(const Results& results,
                                     const std::vector<std::string>& peers) {
    std::vector<Figure> figures;
    add_against_peers(results, peers, figures);
    double unstable = 0;
    for (const auto& [surface, by_strategy] : results) {
        const auto& runs = by_strategy.at("auto");
        const bool rugged = surface == "xfs-seq-read" || surface == "all-seq-read";
        figures.push_back({surface + ": median regret at 80", 100 * median_regret(runs.at(80)),
                           rugged ? 6.0 : 3.0, true, "%"});
        figures.push_back({surface + ": median regret at 160", 100 * median_regret(runs.at(160)),
                           rugged ? 6.0 : 2.0, true, "%"});
        if (surface.starts_with("atc18"))
            figures.push_back(
                {surface + ": within 1 % at 80", 100 * share_within(runs.at(80), 0.01),
                 surface.find("ext3") != std::string::npos ? 65.0 : 70.0, false, "% of runs"});
        for (const auto& [budget, many] : runs)
            for (const auto& run : many) unstable += run.unstable;
    }
    figures.push_back({"unstable configurations recommended", unstable, 0, true, "runs"});
    return figures;
}

std::vector<Figure> condition_figures(const std::vector<Surface>& surfaces,
                                      std::uint64_t first_seed, int seeds) {
    std::vector<Figure> figures;
    const Conditions noisy{first_seed, 0.03, Drift::none, 0, 160};
    const auto plain = run_many(planted_surface(false), "auto", noisy, first_seed, 2 * seeds);
    const auto holes = run_many(planted_surface(true), "auto", noisy, first_seed, 2 * seeds);
    figures.push_back(
        {"planted 5 % found at 160", 100 * share_within(plain, 0.01), 90, false, "% of runs"});
    figures.push_back({"planted 5 % found at 160, 37 % infeasible", 100 * share_within(holes, 0.01),
                       90, false, "% of runs"});
    figures.push_back({"probes to 2 % with 37 % infeasible, of without",
                       median_probes_to(holes, 0.02) / median_probes_to(plain, 0.02), 1.5, true,
                       "times"});
    double twice = 0;
    for (const auto& run : holes) twice += run.infeasible_twice;
    figures.push_back({"infeasible configurations asked twice", twice, 0, true, "runs"});
    add_drift(surfaces, first_seed, std::max(1, seeds / 2), figures);
    return figures;
}

std::vector<Figure> time_figures() {
    using Clock = std::chrono::steady_clock;
    const search::Space space = wide_space();
    const auto strategy =
        std::move(*search::make_strategy("auto", space, search::StrategySettings{}));
    std::vector<Figure> figures;
    std::vector<double> recent;
    for (int told = 1; told <= 5000; ++told) {
        const auto start = Clock::now();
        const auto proposal = strategy->ask();
        const auto asked = Clock::now();
        if (!proposal) break;
        knowledge::Trial trial;
        trial.configuration = proposal->configuration;
        knowledge::Measurement measurement;
        measurement.value = 1000 + 7.0 * ((told * 7919) % 11);
        trial.outcome = measurement;
        strategy->tell(trial);
        recent.push_back(std::chrono::duration<double, std::milli>(asked - start).count());
        if (told % 500 != 0) continue;
        if (told == 500 || told == 5000)
            for (const double share : {0.5, 0.99})
                figures.push_back({"ask at " + std::to_string(told) + " trials, " +
                                       (share > 0.9 ? "99th percentile" : "median"),
                                   quantile({recent.end() - 50, recent.end()}, share),
                                   told == 500 ? 10.0 : 50.0, true, "ms"});
    }
    return figures;
}

}  // namespace fstune::bench
