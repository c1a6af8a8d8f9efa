#include <fcntl.h>
#include <fmt/format.h>

#include <array>

#include "knowledge/readers/fio_json.h"
#include "probes/host/posix_process.h"
#include "probes/host/unique_fd.h"
#include "probes/workloads/pattern.h"
#include "tests/bench/workload/contest.h"

namespace fstune::bench {

namespace {

struct Job {
    const char* fio_name;  // of --rw
    bool write, random;
    std::uint64_t block;
    int depth;
    const char* unit() const { return block > 4096 ? "MB/s" : "ops/s"; }
};

Result<double> ours(const Conditions& conditions, const Job& job, int run) {
    const probes::UniqueFd fd(open(data_file(conditions).c_str(), O_RDWR | O_DIRECT | O_CLOEXEC));
    if (!fd) return fail(ErrorCode::failed, "cannot open the data file");
    const probes::Pattern pattern = {.write_share = job.write ? 1.0 : 0.0,
                                     .random = job.random,
                                     .block = job.block,
                                     .queue_depth = job.depth,
                                     .mode = probes::AccessMode::direct,
                                     .compressible = 0};
    const auto measured = probes::measure(
        pattern, {{{fd.get(), 0, conditions.file_size}}},
        std::chrono::nanoseconds(static_cast<std::int64_t>(conditions.seconds * 1e9)),
        static_cast<std::uint64_t>(run) + 1, {});
    if (!measured) return tl::unexpected(measured.error());
    // fio, too, leaves the sync at the end out of its figure.
    return probes::rate(job.unit(), measured->operations, measured->bytes,
                        measured->seconds - measured->sync_seconds);
}

Result<double> fio(const Conditions& conditions, const Job& job, int run) {
    const auto done = probes::PosixProcess().run(
        {.argv = {"fio", "--name=bench", "--filename=" + data_file(conditions),
                  fmt::format("--rw={}", job.fio_name), fmt::format("--bs={}", job.block),
                  fmt::format("--size={}", conditions.file_size), "--direct=1", "--thread",
                  fmt::format("--iodepth={}", job.depth),
                  job.depth > 1 ? "--ioengine=io_uring" : "--ioengine=psync", "--time_based",
                  fmt::format("--runtime={}", conditions.seconds),
                  fmt::format("--randseed={}", run + 1), "--end_fsync=1", "--refill_buffers=0",
                  "--output-format=json"},
         .effect = probes::Effect::writes_device,
         .deadline = std::chrono::minutes(10)});
    if (!done) return tl::unexpected(done.error());
    const auto read = knowledge::read_fio_json(done->out);
    if (!read) return tl::unexpected(read.error());
    if (read->jobs.size() != 1 || read->jobs[0].directions.empty())
        return fail(ErrorCode::failed, "fio measured nothing: " + done->err);
    const auto& direction = read->jobs[0].directions[0];
    return job.block > 4096 ? direction.bytes_per_s / 1e6 : direction.iops;
}

}  // namespace

std::string data_file(const Conditions& conditions) { return conditions.directory + "/data"; }

Result<void> make_data_file(const Conditions& conditions) {
    const probes::UniqueFd fd(
        open(data_file(conditions).c_str(), O_RDWR | O_CREAT | O_DIRECT | O_CLOEXEC, 0600));
    if (!fd) return fail(ErrorCode::failed, "cannot make " + data_file(conditions));
    const probes::Pattern fill = {.write_share = 1,
                                  .one_pass = true,
                                  .block = std::uint64_t{1} << 20,
                                  .mode = probes::AccessMode::direct,
                                  .compressible = 0};
    const auto written = probes::measure(fill, {{{fd.get(), 0, conditions.file_size}}},
                                         std::chrono::hours(1), 1, {});
    if (!written) return tl::unexpected(written.error());
    return {};
}

std::vector<Contest> io_contests(const Conditions& conditions) {
    std::vector<Contest> all;
    for (const auto& [name, write, random] :
         {std::tuple("read", false, false), std::tuple("write", true, false),
          std::tuple("randread", false, true), std::tuple("randwrite", true, true)})
        for (const std::uint64_t block : {std::uint64_t{4096}, std::uint64_t{1} << 20})
            for (const int depth : {1, 32}) {
                const Job job{name, write, random, block, depth};
                all.push_back({fmt::format("{} {} KiB depth {}", name, block >> 10, depth),
                               job.unit(), "fio",
                               [conditions, job](int run) { return ours(conditions, job, run); },
                               [conditions, job](int run) { return fio(conditions, job, run); }});
            }
    return all;
}

}  // namespace fstune::bench
