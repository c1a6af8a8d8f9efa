#include "probes/workloads/log_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "probes/meters/meters.h"
#include "probes/workloads/commit_log.h"
#include "probes/workloads/file_set.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t smallest = 8 * mebi, own_size = 64 * mebi, largest_log = 64 * mebi;
constexpr int own_threads = 4, reads_each = 2;
constexpr std::size_t shortest_record = 100, longest_record = 1000;
constexpr std::uint64_t checkpoint_each = 512;  // transactions

std::uint64_t pages_size(const WorkloadSettings& settings, std::uint64_t free_bytes) {
    return std::min(settings.size > 0 ? settings.size : own_size, free_bytes / 4) / mebi * mebi;
}

// The data file and the log of one database.
class Database {
  public:
    Database(int pages, std::uint64_t size, std::size_t page, int log)
        : pages_(pages), count_(size / page), page_(page), log_(log, largest_log) {}

    Result<void> transact(TreeHand& hand, char* buffer, Recorder& recorder) {
        for (int i = 0; i < reads_each; ++i)
            if (pread(pages_, buffer, page_, any_page(hand)) != static_cast<ssize_t>(page_))
                return failed("reading a page");
        if (pwrite(pages_, hand.data.next(page_), page_, any_page(hand)) !=
            static_cast<ssize_t>(page_))
            return failed("writing a page");
        const auto record = hand.random.between(shortest_record, longest_record);
        if (auto done = log_.commit(hand.data.next(record), record); !done) return done;
        recorder.read_bytes += reads_each * page_;
        recorder.written_bytes += page_ + record;
        if (++committed_ % checkpoint_each == 0 && fdatasync(pages_) != 0)
            return failed("fdatasync of the pages");
        return {};
    }
    std::uint64_t flushes() const { return log_.flushes(); }

  private:
    off_t any_page(TreeHand& hand) const {
        return static_cast<off_t>(hand.random.below(count_) * page_);
    }
    static Result<void> failed(const char* what) {
        return fail(ErrorCode::failed, fmt::format("{}: {}", what, std::strerror(errno)));
    }

    int pages_;
    std::uint64_t count_;
    std::size_t page_;
    CommitLog log_;
    std::atomic<std::uint64_t> committed_ = 0;
};

struct DatabaseFiles {
    FileSet pages, log;
};

Result<DatabaseFiles> make_files(const WorkloadPlace& place, const WorkloadSettings& settings,
                                 std::uint64_t size) {
    auto pages = FileSet::make(place, "pages", 1, size, 0);
    if (!pages) return tl::unexpected(pages.error());
    if (auto done = pages->write_all(1, settings.compressible, settings.seed, settings.stop); !done)
        return tl::unexpected(done.error());
    auto log = FileSet::make(place, "log", 1, 0, 0);
    if (!log) return tl::unexpected(log.error());
    return DatabaseFiles{std::move(*pages), std::move(*log)};
}

}  // namespace

std::string LogWorkload::summary() const {
    return "4 sessions read and change 8 KiB pages and commit each change to a log with fdatasync";
}

std::optional<std::string> LogWorkload::unsuitable(const WorkloadPlace& place) const {
    if (pages_size({}, place.free_bytes) >= smallest) return std::nullopt;
    return fmt::format("db-log needs {} MiB of free space, there are {}", 4 * smallest / mebi,
                       place.free_bytes / mebi);
}

Result<WorkloadResult> LogWorkload::run(const WorkloadPlace& place,
                                        const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto start = SteadyClock::now();
    const std::size_t page = settings.block > 0 ? settings.block : 8192;
    const auto size = std::max<std::uint64_t>(pages_size(settings, place.free_bytes), mebi);
    const auto files = make_files(place, settings, size);
    if (!files) return tl::unexpected(files.error());
    const auto threads =
        static_cast<std::size_t>(settings.threads > 0 ? settings.threads : own_threads);
    auto own = hands(settings, {threads, 0, page, false});
    std::vector<AlignedBuffer> buffers;
    for (std::size_t i = 0; i < threads; ++i) buffers.push_back(aligned_buffer(page));
    Database database(files->pages.ranges()[0].fd, size, page, files->log.ranges()[0].fd);
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place, files->pages.paths());
    const auto measured = run_stretch(
        {threads, settings.length, settings.stop, place.directory},
        [&](std::size_t thread, Recorder& recorder) -> Result<void> {
            while (recorder.more())
                if (auto done = recorder.time([&] {
                        return database.transact(own[thread], buffers[thread].get(), recorder);
                    });
                    !done)
                    return done;
            return {};
        });
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();
    auto result = tree_result(*this, *measured);
    result.seconds["prepare"] = preparing;
    result.metrics["commits_per_flush"] =
        static_cast<double>(measured->operations) /
        static_cast<double>(std::max<std::uint64_t>(database.flushes(), 1));
    // Pages are read again from memory, and changed again before a checkpoint.
    meters.add_to(result, {.operations = measured->operations, .from_device = false});
    return result;
}

}  // namespace fstune::probes
