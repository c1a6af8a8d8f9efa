#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "knowledge/readers/fs_mark.h"
#include "probes/host/posix_process.h"
#include "probes/workloads/workloads.h"
#include "tests/bench/workload/contest.h"

namespace fstune::bench {

namespace {

constexpr int threads = 4, directories_each = 25;
constexpr int file_size = 4096;

struct Rates {
    double made = 0;  // files a second, while they are made
    double both = 0;  // files a second, made and removed
};

// Without the syncs at the end of each part, which fs_mark does not have.
Result<Rates> ours(const Conditions& conditions, bool sync, int run) {
    probes::WorkloadSettings settings;
    settings.length = std::chrono::hours(1);
    settings.seed = static_cast<std::uint64_t>(run) + 1;
    settings.threads = threads;
    settings.files = conditions.files;
    settings.file_size = file_size;
    settings.fsync = sync;
    const auto room = std::filesystem::space(conditions.directory).available;
    const auto result =
        probes::make_workload("create").value()->run({conditions.directory, "", room, 0}, settings);
    if (!result) return tl::unexpected(result.error());
    const auto &made = result->phases.at(0), &removed = result->phases.at(1);
    const double making = made.seconds - made.sync_seconds;
    const auto count = static_cast<double>(made.operations);
    return Rates{count / making, count / (making + removed.seconds - removed.sync_seconds)};
}

Result<Rates> fs_mark(const Conditions& conditions, bool sync) {
    std::vector<std::string> argv = {
        "fs_mark",
        "-D",
        fmt::format("{}", directories_each),
        "-N",
        fmt::format("{}", conditions.files / threads / directories_each),
        "-n",
        fmt::format("{}", conditions.files / threads),
        "-s",
        fmt::format("{}", file_size),
        "-S",
        sync ? "1" : "0",
        "-L",
        "1",
        "-l",
        conditions.directory + "/fs_log.txt"};
    const auto root = conditions.directory + "/m";
    for (int i = 0; i < threads; ++i) {
        const auto directory = fmt::format("{}/{}", root, i);
        std::filesystem::create_directories(directory);
        argv.insert(argv.end(), {"-d", directory});
    }
    const auto start = std::chrono::steady_clock::now();
    const auto done = probes::PosixProcess().run({.argv = argv,
                                                  .effect = probes::Effect::writes_device,
                                                  .deadline = std::chrono::minutes(10)});
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    std::filesystem::remove_all(root);
    if (!done) return tl::unexpected(done.error());
    if (done->exit_code != 0)
        return fail(ErrorCode::failed, done->err.substr(0, done->err.find("\nUsage")));
    const auto read = knowledge::read_fs_mark(done->out);
    if (!read) return tl::unexpected(read.error());
    const auto& row = read->rows.front();
    return Rates{row.files_per_s, static_cast<double>(row.count) / spent.count()};
}

Result<double> part(const Result<Rates>& rates, double Rates::*which) {
    if (!rates) return tl::unexpected(rates.error());
    return (*rates).*which;
}

}  // namespace

std::vector<Contest> tree_contests(const Conditions& conditions) {
    std::vector<Contest> all;
    for (const bool sync : {false, true})
        for (const auto& [name, which] :
             {std::pair("create", &Rates::made), std::pair("create and unlink", &Rates::both)}) {
            auto fewer = conditions;
            if (sync) fewer.files = conditions.files / 10;
            all.push_back(
                {fmt::format("{} 4 KiB{}", name, sync ? " fsync" : ""), "files/s", "fs_mark",
                 [fewer, sync, which](int run) { return part(ours(fewer, sync, run), which); },
                 [fewer, sync, which](int) { return part(fs_mark(fewer, sync), which); }});
        }
    return all;
}

}  // namespace fstune::bench
