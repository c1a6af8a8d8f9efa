// What a trial costs beside preparing and measuring (`overhead`), and how alike two trials of the
// same are (`aa`): tables in markdown on standard output. Root only; the scratch file is removed by
// the kernel with the program. Progress goes to standard error.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "tests/bench/probe/same_with_same.h"
#include "tests/bench/probe/trials.h"

namespace fstune::bench {

namespace {

struct Options {
    Place place;
    std::vector<std::string> goals, filesystems = {"ext4", "xfs", "btrfs"};
    double length = 0;  // seconds
    int blocks = 10;
    double minutes = 10;  // no goal is begun after
};

std::chrono::nanoseconds length_of(const Options& options) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(options.length * 1e9));
}

bool is_waste(const std::string& part) { return part != "prepare" && part != "measure"; }

double sum_of(const std::map<std::string, double>& parts, bool waste_only) {
    double sum = 0;
    for (const auto& [part, seconds] : parts)
        if (!waste_only || is_waste(part)) sum += seconds;
    return sum;
}

// The middle one of several trials, by what is neither preparing nor measuring.
std::map<std::string, double> middle(std::vector<std::map<std::string, double>> trials) {
    std::ranges::sort(trials, {}, [](const auto& parts) { return sum_of(parts, true); });
    return trials.at(trials.size() / 2);
}

void overhead(Options options) {
    if (options.goals.empty()) options.goals = {"seq-write", "rand-read", "create"};
    const auto host = scratch_host(options.place);
    const std::vector<std::string> parts = {"queue",   "mkfs",        "mount",  "read_back",
                                            "prepare", "drop_caches", "meters", "measure",
                                            "tidy_up", "unmount"};
    fmt::print(
        "Seconds by part, the middle one of 5 trials with probes of {:g} s:\n\n| goal | fs |",
        options.length);
    for (const auto& part : parts) fmt::print(" {} |", part);
    fmt::print(
        " neither preparing nor measuring |\n|---|---|{}---|\n",
        fmt::format("{}", fmt::join(std::vector<std::string>(parts.size(), "---"), "|")) + "|");
    for (const auto& name : options.goals) {
        Trials trials(*host, tuner::find_goal(name).value());
        for (const auto& filesystem : options.filesystems) {
            std::vector<std::map<std::string, double>> seen;
            for (std::uint64_t seed = 1; seed <= 5; ++seed)
                if (const auto measured = trials.run(filesystem, length_of(options), seed))
                    seen.push_back(measured->seconds);
            if (seen.empty()) continue;
            const auto spent = middle(seen);
            fmt::print("| {} | {} |", name, filesystem);
            for (const auto& part : parts)
                fmt::print(" {:.3f} |", spent.contains(part) ? spent.at(part) : 0);
            fmt::print(" {:.1f} % |\n", 100 * sum_of(spent, true) / sum_of(spent, false));
            std::fflush(stdout);
        }
    }
}

using Blocks = std::vector<std::pair<double, double>>;

// The goal's own value, or what was measured beside it.
std::optional<double> value_of(const tuner::Goal& goal, const knowledge::Measurement& measured) {
    if (!goal.beside) return measured.value;
    const auto found = measured.metrics.find(goal.metric);
    return found == measured.metrics.end() ? std::nullopt : std::optional(found->second);
}

void print_row(const tuner::Goal& goal, const std::string& filesystem, const Blocks& blocks) {
    if (blocks.size() < 2) return;
    double sum = 0;
    for (const auto& [a, b] : blocks) sum += a + b;
    const auto found = judge(blocks);
    fmt::print("| {} | {} | {:.4g} {} | {:.1f} % | {:.1f} % | {} | {:.1f} % |\n", goal.name,
               filesystem, sum / 2 / static_cast<double>(blocks.size()), goal.unit,
               100 * found.variation, 100 * found.within_blocks,
               found.called_different ? "yes" : "no", 100 * found.false_rate);
    std::fflush(stdout);
}

// Goals of the same workload are judged by the same trials.
void same_with_same(Trials& trials, const std::string& workload, const std::string& filesystem,
                    const Options& options) {
    std::map<std::string, Blocks> blocks;
    for (int block = 1; block <= options.blocks; ++block) {
        const auto seed = static_cast<std::uint64_t>(block);
        const auto one = trials.run(filesystem, length_of(options), seed);
        const auto other = trials.run(filesystem, length_of(options), seed);
        if (!one || !other) continue;
        for (const auto& goal : tuner::goals()) {
            if (goal.workload != workload) continue;
            const auto a = value_of(goal, *one), b = value_of(goal, *other);
            if (a && b && *a > 0 && *b > 0) blocks[goal.name].emplace_back(*a, *b);
        }
    }
    for (const auto& [name, pairs] : blocks)
        print_row(tuner::find_goal(name).value(), filesystem, pairs);
}

void same_with_same(const Options& options) {
    const auto host = scratch_host(options.place);
    const auto end = host->clock().monotonic() +
                     std::chrono::nanoseconds(static_cast<std::int64_t>(options.minutes * 60e9));
    fmt::print(
        "{} blocks of the defaults against themselves, probes of {:g} s:\n\n"
        "| goal | fs | mean | variation | within blocks | called different | "
        "false-difference rate |\n|---|---|---|---|---|---|---|\n",
        options.blocks, options.length);
    for (const auto& goal : tuner::goals()) {
        const bool wanted = options.goals.empty() ||
                            std::ranges::find(options.goals, goal.name) != options.goals.end();
        if (goal.beside || !wanted) continue;
        Trials trials(*host, goal);
        for (const auto& filesystem : options.filesystems)
            if (host->clock().monotonic() < end)
                same_with_same(trials, goal.workload, filesystem, options);
            else
                fmt::print("| {} | {} | no time left (--minutes) | | | | |\n", goal.name,
                           filesystem);
    }
}

void add_options(CLI::App& command, Options& options, double length) {
    options.length = length;
    command.add_option("--scratch-folder", options.place.directory, "Where the scratch file lies");
    command.add_option("--scratch-size", options.place.size, "Of the scratch file")
        ->transform(CLI::AsSizeValue(false));
    command.add_option("--goals", options.goals)->delimiter(',');
    command.add_option("--fs", options.filesystems)->delimiter(',');
    command.add_option("--length", options.length, "Seconds of a probe");
}

}  // namespace

}  // namespace fstune::bench

int main(int argc, char** argv) {
    using namespace fstune::bench;
    CLI::App app("Benchmarks of the probes");
    app.require_subcommand(1);
    Options costs, alike;
    auto* overhead_command = app.add_subcommand("overhead", "What a trial costs, by part");
    add_options(*overhead_command, costs, 2);
    auto* same_command = app.add_subcommand("aa", "The same against the same");
    add_options(*same_command, alike, 0.5);
    alike.place.size = std::uint64_t{768} << 20;
    same_command->add_option("--minutes", alike.minutes, "After which no goal is begun");
    same_command->add_option("--blocks", alike.blocks)->check(CLI::Range(2, 20));
    CLI11_PARSE(app, argc, argv);
    if (overhead_command->parsed()) overhead(costs);
    if (same_command->parsed()) same_with_same(alike);
    return 0;
}
