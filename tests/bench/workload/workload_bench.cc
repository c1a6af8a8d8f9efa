// The built-in workloads beside fio and fs_mark: the same job on the same files, runs in pairs that
// alternate who is first, and the median of the pairs' ratios. Ends with 1 where one is below the
// target.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/bench/workload/contest.h"
#include "tests/bench/workload/million.h"

namespace fstune::bench {
namespace {

constexpr double target = 0.97;

struct Options {
    std::string directory = "/var/tmp", only, json;
    int runs = 7;
    double seconds = 2;
    bool million = false;
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    return *middle;
}

struct Outcome {
    std::string name, unit, rival;
    std::vector<double> ours, theirs, ratios;
    double ratio() const { return median(ratios); }
};

Result<Outcome> compete(const Contest& contest, int runs) {
    Outcome outcome{contest.name, contest.unit, contest.rival, {}, {}, {}};
    for (int run = 0; run < runs; ++run) {
        double figures[2] = {};
        for (const int turn : {run % 2, 1 - run % 2}) {
            const auto figure = turn == 0 ? contest.ours(run) : contest.theirs(run);
            if (!figure) return wrap(figure.error(), contest.name);
            figures[turn] = *figure;
        }
        outcome.ours.push_back(figures[0]);
        outcome.theirs.push_back(figures[1]);
        outcome.ratios.push_back(figures[0] / figures[1]);
    }
    return outcome;
}

nlohmann::json as_json(const Outcome& outcome) {
    return {{"name", outcome.name}, {"unit", outcome.unit},     {"rival", outcome.rival},
            {"ours", outcome.ours}, {"theirs", outcome.theirs}, {"ratio", outcome.ratio()}};
}

std::vector<Contest> chosen(const Options& options, const Conditions& conditions) {
    auto all = io_contests(conditions);
    for (auto& contest : tree_contests(conditions)) all.push_back(std::move(contest));
    std::erase_if(all, [&](const Contest& contest) {
        return contest.name.find(options.only) == std::string::npos;
    });
    return all;
}

Result<bool> run_all(const Options& options, const Conditions& conditions) {
    if (auto made = make_data_file(conditions); !made) return tl::unexpected(made.error());
    bool good = true;
    auto table = nlohmann::json::array();
    fmt::print("{:<30} {:>12} {:>12} {:<8} {:<8} {:>6}\n", "job", "built-in", "rival", "unit",
               "rival is", "ratio");
    for (const auto& contest : chosen(options, conditions)) {
        const auto outcome = compete(contest, options.runs);
        if (!outcome) return tl::unexpected(outcome.error());
        good = good && outcome->ratio() >= target;
        fmt::print("{:<30} {:>12.1f} {:>12.1f} {:<8} {:<8} {:>6.3f}{}\n", outcome->name,
                   median(outcome->ours), median(outcome->theirs), outcome->unit, outcome->rival,
                   outcome->ratio(), outcome->ratio() < target ? "  below 0.97" : "");
        std::fflush(stdout);
        table.push_back(as_json(*outcome));
        if (!options.json.empty()) std::ofstream(options.json) << table.dump(2) << '\n';
    }
    return good;
}

int run(const Options& options) {
    Conditions conditions{
        .directory = fmt::format("{}/wb.{}", options.directory, static_cast<int>(getpid())),
        .seconds = options.seconds};
    std::filesystem::create_directories(conditions.directory);
    Result<bool> good = true;
    if (options.million) {
        if (const auto done = run_million(conditions.directory); !done)
            good = tl::unexpected(done.error());
    } else {
        good = run_all(options, conditions);
    }
    std::filesystem::remove_all(conditions.directory);
    if (!good) fmt::print(stderr, "{}\n", good.error().message);
    return good && *good ? 0 : 1;
}

}  // namespace
}  // namespace fstune::bench

int main(int count, char** arguments) {
    CLI::App app("The built-in workloads beside fio and fs_mark");
    fstune::bench::Options options;
    app.add_option("--directory", options.directory,
                   "Where to work; a folder is made and removed. fs_mark takes only short names");
    app.add_option("--only", options.only, "Only jobs whose name holds this");
    app.add_option("--runs", options.runs, "Pairs of runs for each job")->check(CLI::Range(1, 99));
    app.add_option("--seconds", options.seconds, "Of each run with fio");
    app.add_option("--json", options.json, "Write all figures to this file");
    app.add_flag("--million", options.million, "A million files instead, and the memory they take");
    CLI11_PARSE(app, count, arguments);
    return fstune::bench::run(options);
}
