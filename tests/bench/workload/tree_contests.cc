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

// When files are put on the device; the values of -S.
enum Sync { never = 0, each_file = 1, at_the_end = 2 };

// Files a second while they are made. Removing them has no rival: fs_mark 3.3 leaves its files.
Result<double> ours(const Conditions& conditions, Sync sync, int run) {
    probes::WorkloadSettings settings;
    settings.length = std::chrono::hours(1);
    settings.seed = static_cast<std::uint64_t>(run) + 1;
    settings.threads = threads;
    settings.files = conditions.files;
    settings.file_size = file_size;
    settings.fsync = sync == each_file;
    const auto room = std::filesystem::space(conditions.directory).available;
    const auto result =
        probes::make_workload("create").value()->run({conditions.directory, "", room, 0}, settings);
    if (!result) return tl::unexpected(result.error());
    const auto& made = result->phases.at(0);
    return static_cast<double>(made.operations) /
           (made.seconds - (sync == at_the_end ? 0 : made.sync_seconds));
}

Result<double> fs_mark(const Conditions& conditions, Sync sync) {
    std::vector<std::string> argv = {
        "fs_mark",
        "-D",
        fmt::format("{}", directories_each),
        "-N",
        "1",  // the next file in the next directory, as the built-in has it
        "-n",
        fmt::format("{}", conditions.files / threads),
        "-s",
        fmt::format("{}", file_size),
        "-S",
        fmt::format("{}", static_cast<int>(sync)),
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
    const auto done = probes::PosixProcess().run({.argv = argv,
                                                  .effect = probes::Effect::writes_device,
                                                  .deadline = std::chrono::minutes(10)});
    std::filesystem::remove_all(root);
    if (!done) return tl::unexpected(done.error());
    if (done->exit_code != 0)
        return fail(ErrorCode::failed, done->err.substr(0, done->err.find("\nUsage")));
    const auto read = knowledge::read_fs_mark(done->out);
    if (!read) return tl::unexpected(read.error());
    return read->rows.front().files_per_s;
}

}  // namespace

std::vector<Contest> tree_contests(const Conditions& conditions) {
    std::vector<Contest> all;
    const auto add = [&](const char* name, const Conditions& some, Sync sync) {
        all.push_back({name, "files/s", "fs_mark", [=](int run) { return ours(some, sync, run); },
                       [=](int) { return fs_mark(some, sync); }});
    };
    auto fewer = conditions;  // as each takes longer
    fewer.files = conditions.files / 16;
    add("create 4 KiB", conditions, never);
    add("create 4 KiB, sync", conditions, at_the_end);
    add("create 4 KiB, fsync each", fewer, each_file);
    return all;
}

}  // namespace fstune::bench
