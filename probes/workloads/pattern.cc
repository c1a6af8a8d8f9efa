#include "probes/workloads/pattern.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>
#include <thread>

#include "probes/workloads/aligned.h"

namespace fstune::probes {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto course_step = std::chrono::milliseconds(100);
constexpr std::size_t most_latencies = 100'000;

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
          random_(seed),
          end_(end),
          stop_(std::move(stop)),
          buffer_(aligned_buffer(pattern.block)),
          blocks_(std::max<std::uint64_t>(range.size / pattern.block, 1)) {
        if (!pattern_.write) return;
        std::vector<char> data(pattern_.block);
        fill(data, pattern_.compressible, seed);
        std::memcpy(buffer_.get(), data.data(), data.size());
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
        const auto block = pattern_.random ? random_() % blocks_ : next_++ % blocks_;
        const auto offset = range_.begin + block * pattern_.block;
        if (!pattern_.random && block == 0 && next_ > 1 && !pattern_.write) forget_pages();
        if (pattern_.write) return write(offset, block);
        const auto got =
            pread(range_.fd, buffer_.get(), pattern_.block, static_cast<off_t>(offset));
        if (got < 0) return io_error("reading", offset);
        if (got == 0) return fail(ErrorCode::failed, fmt::format("nothing to read at {}", offset));
        return {};
    }

    Result<void> write(std::uint64_t offset, std::uint64_t block) {
        // Blocks differ, so that nothing below can share them.
        std::memcpy(buffer_.get(), &block, sizeof block);
        const auto done =
            pwrite(range_.fd, buffer_.get(), pattern_.block, static_cast<off_t>(offset));
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
        if (measured_.latencies_us.size() < most_latencies)
            measured_.latencies_us.push_back(static_cast<std::uint32_t>(
                std::chrono::duration_cast<std::chrono::microseconds>(now - before).count()));
    }

    const Pattern& pattern_;
    Range range_;
    std::mt19937_64 random_;
    Clock::time_point end_;
    std::stop_token stop_;
    AlignedBuffer buffer_;
    std::uint64_t blocks_;
    std::uint64_t next_ = 0;
    Measured measured_;
    std::optional<Error> problem_;
};

void add(Measured& all, const Measured& one) {
    all.operations += one.operations;
    all.bytes += one.bytes;
    if (all.course.size() < one.course.size()) all.course.resize(one.course.size());
    for (std::size_t i = 0; i < one.course.size(); ++i) all.course[i] += one.course[i];
    all.latencies_us.insert(all.latencies_us.end(), one.latencies_us.begin(),
                            one.latencies_us.end());
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
                         std::stop_token stop) {
    const auto start = Clock::now();
    std::vector<Worker> workers;
    workers.reserve(ranges.size());
    for (std::size_t i = 0; i < ranges.size(); ++i)
        workers.emplace_back(pattern, ranges[i], seed * 1000 + i, start + length, stop);
    std::vector<std::thread> threads;
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

void fill(std::vector<char>& block, double compressible, std::uint64_t seed) {
    std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15ULL);
    constexpr std::size_t piece = 512;  // compressible and not, by turns within each piece
    const auto noise = static_cast<std::size_t>(static_cast<double>(piece) * (1 - compressible));
    for (std::size_t i = 0; i < block.size(); i += sizeof(std::uint64_t)) {
        const std::uint64_t word = i % piece < noise ? random() : 0x5a5a5a5a5a5a5a5aULL;
        std::memcpy(&block[i], &word, std::min(sizeof word, block.size() - i));
    }
}

}  // namespace fstune::probes
