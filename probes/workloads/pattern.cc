#include "probes/workloads/pattern.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>

#include "probes/workloads/data_source.h"
#include "probes/workloads/permutation.h"

namespace fstune::probes {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto course_step = std::chrono::milliseconds(100);

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

tl::unexpected<Error> io_error(const char* what, std::uint64_t offset) {
    return fail(ErrorCode::failed,
                fmt::format("{} at offset {}: {}", what, offset, std::strerror(errno)));
}

// What one thread does to its range.
class Worker {
  public:
    Worker(const Pattern& pattern, const Range& range, std::uint64_t seed, Clock::time_point end,
           std::stop_token stop)
        : pattern_(pattern),
          range_(range),
          end_(end),
          stop_(std::move(stop)),
          blocks_(std::max<std::uint64_t>(range.size / pattern.block, 1)),
          order_(blocks_, seed) {
        if (pattern_.write)
            data_.emplace(pattern.compressible, seed, pattern.block);
        else
            buffer_ = aligned_buffer(pattern.block);
    }

    void run() {
        const auto start = Clock::now();
        auto before = start;
        while (before < end_ && !full() && !stop_.stop_requested()) {
            if (auto done = step(); !done) {
                problem_ = done.error();
                return;
            }
            const auto now = Clock::now();
            note(before, now, start);
            before = now;
        }
    }

    const std::optional<Error>& problem() const { return problem_; }
    const Measured& measured() const { return measured_; }

  private:
    // A second pass would overwrite what still waits in the page cache, and never be written.
    bool full() const { return pattern_.write && !pattern_.random && next_ >= blocks_; }

    Result<void> step() {
        const auto turn = next_++ % blocks_;
        const auto block = pattern_.random ? order_(turn) : turn;
        const auto offset = range_.begin + block * pattern_.block;
        if (turn == 0) ++measured_.passes;
        if (turn == 0 && next_ > 1 && !pattern_.write) forget_pages();
        if (pattern_.write) return write(offset);
        const auto got =
            pread(range_.fd, buffer_.get(), pattern_.block, static_cast<off_t>(offset));
        if (got < 0) return io_error("reading", offset);
        if (got == 0) return fail(ErrorCode::failed, fmt::format("nothing to read at {}", offset));
        return {};
    }

    Result<void> write(std::uint64_t offset) {
        const auto done = pwrite(range_.fd, data_->next(pattern_.block), pattern_.block,
                                 static_cast<off_t>(offset));
        if (done < 0) return io_error("writing", offset);
        if (static_cast<std::uint64_t>(done) != pattern_.block)
            return fail(ErrorCode::failed,
                        fmt::format("writing at offset {}: only {} bytes", offset, done));
        if (pattern_.sync_each && fdatasync(range_.fd) != 0) return io_error("fdatasync", offset);
        return {};
    }

    // A second pass must come from the device again.
    void forget_pages() const {
        posix_fadvise(range_.fd, static_cast<off_t>(range_.begin), static_cast<off_t>(range_.size),
                      POSIX_FADV_DONTNEED);
    }

    void note(Clock::time_point before, Clock::time_point now, Clock::time_point start) {
        measured_.bytes += pattern_.block;
        ++measured_.operations;
        const auto tenth = static_cast<std::size_t>((now - start) / course_step);
        if (measured_.course.size() <= tenth) measured_.course.resize(tenth + 1);
        measured_.course[tenth] += pattern_.block;
        measured_.latencies.count(static_cast<std::uint64_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(now - before).count()));
    }

    const Pattern& pattern_;
    Range range_;
    Clock::time_point end_;
    std::stop_token stop_;
    AlignedBuffer buffer_;            // where it reads
    std::optional<DataSource> data_;  // where it writes
    std::uint64_t blocks_;
    Permutation order_;
    std::uint64_t next_ = 0;
    Measured measured_;
    std::optional<Error> problem_;
};

void add(Measured& all, const Measured& one) {
    all.operations += one.operations;
    all.bytes += one.bytes;
    if (all.course.size() < one.course.size()) all.course.resize(one.course.size());
    for (std::size_t i = 0; i < one.course.size(); ++i) all.course[i] += one.course[i];
    all.passes = std::max(all.passes, one.passes);
    all.latencies.add(one.latencies);
}

Result<void> sync_all(const std::vector<Range>& ranges) {
    std::vector<std::thread> threads;
    std::vector<int> problems(ranges.size(), 0);
    for (std::size_t i = 0; i < ranges.size(); ++i)
        threads.emplace_back([&, i] {
            if (fsync(ranges[i].fd) != 0) problems[i] = errno;
        });
    for (auto& thread : threads) thread.join();
    for (const int problem : problems)
        if (problem != 0)
            return fail(ErrorCode::failed, fmt::format("fsync: {}", std::strerror(problem)));
    return {};
}

}  // namespace

Result<Measured> measure(const Pattern& pattern, const std::vector<Range>& ranges,
                         std::chrono::nanoseconds length, std::uint64_t seed,
                         const std::stop_token& stop) {
    const auto start = Clock::now();
    std::vector<Worker> workers;
    workers.reserve(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i)
        workers.emplace_back(pattern, ranges[i], seed * 1000 + i, start + length, stop);
    std::vector<std::thread> threads;
    threads.reserve(workers.size());
    for (auto& worker : workers) threads.emplace_back([&worker] { worker.run(); });
    for (auto& thread : threads) thread.join();
    Measured all;
    for (const auto& worker : workers) {
        if (worker.problem()) return tl::unexpected(*worker.problem());
        add(all, worker.measured());
    }
    if (stop.stop_requested()) return fail(ErrorCode::interrupted, "stopped while measuring");
    const auto written = Clock::now();
    if (pattern.write)
        if (auto synced = sync_all(ranges); !synced) return tl::unexpected(synced.error());
    all.seconds = seconds(Clock::now() - start);
    all.sync_seconds = pattern.write ? seconds(Clock::now() - written) : 0;
    return all;
}

}  // namespace fstune::probes
