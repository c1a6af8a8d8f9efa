// Judges the search offline: every strategy and peer on every surface, then each figure against
// its target. docs/search.md says how to read it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/bench/search/peers.h"
#include "tests/bench/search/targets.h"

namespace {

using namespace fstune::bench;
using nlohmann::json;

struct Options {
    std::string directory = FSTUNE_SURFACES;
    int seeds = 20;
    std::uint64_t first_seed = 1;
    std::vector<std::string> strategies = {"auto"};
    std::vector<std::int64_t> budgets = {20, 40, 80, 160};
    double noise = -1;
    bool json = false, targets = true;
};

double noise_percent(const Surface& surface, const Options& options) {
    if (options.noise >= 0) return options.noise;
    for (const Cell& cell : surface.cells)
        if (cell.values.size() > 1) return 0;
    return 3;  // a table of means
}

json to_json(const std::string& surface, std::int64_t budget, double noise,
             const std::string& strategy, const std::vector<RunResult>& runs) {
    std::vector<double> last, ms;
    for (const auto& run : runs) {
        last.push_back(100 * run.regret.back());
        ms.insert(ms.end(), run.ask_ms.begin(), run.ask_ms.end());
    }
    json probes;
    for (const int percent : {5, 2, 1})
        probes[std::to_string(percent)] = median_probes_to(runs, percent / 100.0);
    double unstable = 0;
    for (const auto& run : runs) unstable += run.unstable;
    return {{"surface", surface},
            {"budget", budget},
            {"noise_percent", noise},
            {"strategy", strategy},
            {"runs", runs.size()},
            {"regret_percent", {{"median", quantile(last, 0.5)}, {"p90", quantile(last, 0.9)}}},
            {"probes_to_within", probes},
            {"within_1_percent", share_within(runs, 0.01)},
            {"unstable_recommended", unstable / static_cast<double>(runs.size())},
            // The search alone claims nothing; verdict_bench judges what a whole study claims.
            {"false_claim_rate", nullptr},
            {"optimism_percent", nullptr},
            {"coverage", nullptr},
            {"ask_ms", {{"median", quantile(ms, 0.5)}, {"p99", quantile(ms, 0.99)}}}};
}

void print_row(const json& r) {
    const auto& probes = r["probes_to_within"];
    fmt::print("{:21} {:11} {:6} {:7.2f} {:6.2f} {:6.1f} {:6.1f} {:6.1f} {:6.0f} {:5.0f} {:7.2f}\n",
               r["surface"].get<std::string>(), r["strategy"].get<std::string>(),
               r["budget"].get<int>(), r["regret_percent"]["median"].get<double>(),
               r["regret_percent"]["p90"].get<double>(), probes["5"].get<double>(),
               probes["2"].get<double>(), probes["1"].get<double>(),
               100 * r["within_1_percent"].get<double>(),
               100 * r["unstable_recommended"].get<double>(), r["ask_ms"]["median"].get<double>());
    std::fflush(stdout);
}

// For one strategy, every budget: cut out of the longest run where that is the same.
void run_budgets(const Surface& surface, const std::string& strategy, const Options& options,
                 std::map<std::int64_t, std::vector<RunResult>>& by_budget) {
    const auto run = [&](std::int64_t budget) {
        const Conditions conditions{options.first_seed, noise_percent(surface, options) / 100,
                                    Drift::none, 0, budget};
        return run_many(surface, strategy, conditions, options.first_seed, options.seeds);
    };
    const auto longest = std::ranges::max(options.budgets);
    by_budget[longest] = run(longest);
    for (const auto budget : options.budgets)
        if (budget != longest)
            by_budget[budget] =
                any_time(strategy) ? cut(surface, by_budget[longest], budget) : run(budget);
}

// Takes out the peers that cannot be run here, and says so.
json leave_out_missing(Options& options) {
    json missing = json::array();
    std::erase_if(options.strategies, [&](const std::string& strategy) {
        const auto why = why_not(strategy);
        if (why) missing.push_back({{"strategy", strategy}, {"why", *why}});
        return why.has_value();
    });
    return missing;
}

void print_missing(const json& missing) {
    for (const json& m : missing)
        fmt::print(stderr, "LEFT OUT: {}, not installed: {}\n", m["strategy"].get<std::string>(),
                   m["why"].get<std::string>());
}

json run_all(const std::vector<Surface>& surfaces, const Options& options, Results& results) {
    json rows = json::array();
    if (!options.json)
        fmt::print("{:21} {:11} {:>6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6} {:>5} {:>7}\n", "surface",
                   "strategy", "budget", "regret%", "p90", "to5%", "to2%", "to1%", "<1%", "unst%",
                   "ask ms");
    for (const Surface& surface : surfaces)
        for (const std::string& strategy : options.strategies) {
            auto& by_budget = results[surface.name][strategy];
            run_budgets(surface, strategy, options, by_budget);
            for (const auto& [budget, runs] : by_budget) {
                rows.push_back(
                    to_json(surface.name, budget, noise_percent(surface, options), strategy, runs));
                if (!options.json) print_row(rows.back());
            }
        }
    return rows;
}

std::vector<std::string> peers_of(const Options& options) {
    std::vector<std::string> peers;
    for (const auto& name : peer_names())
        if (std::ranges::count(options.strategies, name) != 0) peers.push_back(name);
    return peers;
}

json judge(const std::vector<Surface>& surfaces, const Options& options, const Results& results) {
    auto figures = recorded_figures(results, peers_of(options));
    for (const auto& more :
         {condition_figures(surfaces, options.first_seed, options.seeds), time_figures()})
        figures.insert(figures.end(), more.begin(), more.end());
    json all = json::array();
    for (const Figure& f : figures) {
        all.push_back({{"what", f.what},
                       {"value", f.value},
                       {"target", f.target},
                       {"at_most", f.at_most},
                       {"unit", f.unit},
                       {"holds", f.holds()}});
        if (!options.json)
            fmt::print("{:7} {:64} {:8.2f} {} {:5.1f} {}\n", f.holds() ? "holds" : "MISSES", f.what,
                       f.value, f.at_most ? "<=" : ">=", f.target, f.unit);
    }
    return all;
}

int run(Options options) {
    const auto surfaces = read_surfaces(options.directory);
    if (!surfaces) {
        fmt::print(stderr, "{}\n", surfaces.error().message);
        return 1;
    }
    const json missing = leave_out_missing(options);
    print_missing(missing);
    Results results;
    json report{{"results", run_all(*surfaces, options, results)}, {"left_out", missing}};
    if (options.targets) report["figures"] = judge(*surfaces, options, results);
    if (options.json) fmt::print("{}\n", report.dump(2));
    print_missing(missing);  // once more, below the figures that they are missing from
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    for (const auto& peer : peer_names()) options.strategies.push_back(peer);
    CLI::App app("Judges the search offline, on recorded surfaces");
    app.add_option("--surfaces", options.directory, "folder of .jsonl tables");
    app.add_option("--seeds", options.seeds, "runs of each kind")->check(CLI::Range(1, 10000));
    app.add_option("--first-seed", options.first_seed, "seeds are this and the following");
    app.add_option("--noise", options.noise,
                   "percent added; by itself 3 for tables of means, else 0");
    app.add_option("--strategies", options.strategies, "names, commas between")->delimiter(',');
    app.add_option("--budgets", options.budgets, "probes, commas between")->delimiter(',');
    app.add_flag("--json", options.json);
    app.add_flag("!--no-targets", options.targets,
                 "only the table; needed where auto or a budget of 80 or 160 is left out");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "search_bench: {}\n", error.what());
        return 1;
    }
}
