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

// What is timed: making the files, or making and then removing them.
enum class Span { create, create_and_unlink };

Result<double> ours(const Conditions& conditions, Sync sync, Span span, int run) {
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
    const auto &made = result->phases.at(0), &removed = result->phases.at(1);
    double seconds = made.seconds - (sync == at_the_end ? 0 : made.sync_seconds);
    if (span == Span::create_and_unlink) seconds += removed.seconds - removed.sync_seconds;
    return static_cast<double>(made.operations) / seconds;
}

struct Marked {
    double files_per_s = 0, seconds = 0;  // while the files are made; of the whole program
};

// It removes its files afterwards, unless -k or -L is given.
Result<Marked> mark(const Conditions& conditions, Sync sync, std::uint64_t files) {
    std::vector<std::string> argv = {
        "fs_mark",
        "-D",
        fmt::format("{}", directories_each),
        "-N",
        "1",  // the next file in the next directory, as the built-in has it
        "-n",
        fmt::format("{}", files / threads),
        "-s",
        fmt::format("{}", file_size),
        "-S",
        fmt::format("{}", static_cast<int>(sync)),
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
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::filesystem::remove_all(root);
    if (!done) return tl::unexpected(done.error());
    if (done->exit_code != 0)
        return fail(ErrorCode::failed, done->err.substr(0, done->err.find("\nUsage")));
    const auto read = knowledge::read_fs_mark(done->out);
    if (!read) return tl::unexpected(read.error());
    return Marked{read->rows.front().files_per_s, took.count()};
}

// It tells no rate of removing: that is what is left of its time, beside what a run of four files
// takes to start and end.
Result<double> fs_mark(const Conditions& conditions, Sync sync, Span span) {
    const auto whole = mark(conditions, sync, conditions.files);
    if (!whole) return tl::unexpected(whole.error());
    if (span == Span::create) return whole->files_per_s;
    const auto beside = mark(conditions, sync, threads);
    if (!beside) return tl::unexpected(beside.error());
    return static_cast<double>(conditions.files) / (whole->seconds - beside->seconds);
}

}  // namespace

std::vector<Contest> tree_contests(const Conditions& conditions) {
    std::vector<Contest> all;
    const auto add = [&](const char* name, const Conditions& some, Sync sync, Span span) {
        all.push_back({name, "files/s", "fs_mark",
                       [=](int run) { return ours(some, sync, span, run); },
                       [=](int) { return fs_mark(some, sync, span); }});
    };
    auto fewer = conditions;  // as each takes longer
    fewer.files = conditions.files / 16;
    add("create 4 KiB", conditions, never, Span::create);
    add("create 4 KiB, sync", conditions, at_the_end, Span::create);
    add("create 4 KiB, fsync each", fewer, each_file, Span::create);
    // The built-in syncs before it removes.
    add("create, sync, unlink", conditions, at_the_end, Span::create_and_unlink);
    add("create with fsync, unlink", fewer, each_file, Span::create_and_unlink);
    return all;
}

}  // namespace fstune::bench
