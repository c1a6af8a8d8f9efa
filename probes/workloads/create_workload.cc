#include "probes/workloads/create_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <thread>

#include "probes/meters/meters.h"
#include "probes/workloads/data_source.h"

namespace fstune::probes {

namespace {

using Clock = std::chrono::steady_clock;
constexpr int default_threads = 4;
constexpr int directories_each = 8;
constexpr std::size_t file_size = 4096;
constexpr std::uint64_t space_a_file = std::uint64_t{16}
                                       << 10;  // with inode and directory entry, amply

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

tl::unexpected<Error> failed(const std::string& path, const char* what) {
    return fail(ErrorCode::failed, fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

// One thread's directories and files.
class Maker {
  public:
    Maker(const std::string& root, int number, const WorkloadSettings& settings, std::uint64_t most)
        : data_(settings.compressible, settings.seed * 1000 + static_cast<std::uint64_t>(number),
                file_size),
          most_(most),
          stop_(settings.stop) {
        for (int i = 0; i < directories_each; ++i)
            directories_.push_back(fmt::format("{}/d{}.{}", root, number, i));
    }

    Result<void> make_directories() const {
        for (const auto& directory : directories_)
            if (mkdir(directory.c_str(), 0700) != 0) return failed(directory, "making");
        return {};
    }

    Result<void> create_until(Clock::time_point end) {
        while (made_ < most_ && Clock::now() < end && !stop_.stop_requested())
            if (auto done = create(path(made_)); !done) return done;
        return {};
    }

    Result<void> remove_all() const {
        for (std::uint64_t i = 0; i < made_; ++i)
            if (unlink(path(i).c_str()) != 0) return failed(path(i), "removing");
        return {};
    }

    void remove_directories() const {
        for (const auto& directory : directories_) rmdir(directory.c_str());
    }

    std::uint64_t made() const { return made_; }

  private:
    std::string path(std::uint64_t i) const {
        return fmt::format("{}/f{}", directories_[i % directories_each], i);
    }

    Result<void> create(const std::string& path) {
        const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0) return failed(path, "creating");
        const auto done = write(fd, data_.next(file_size), file_size);
        close(fd);
        if (done != static_cast<ssize_t>(file_size)) return failed(path, "writing");
        ++made_;
        return {};
    }

    std::vector<std::string> directories_;
    DataSource data_;
    std::uint64_t most_;
    std::uint64_t made_ = 0;
    std::stop_token stop_;
};

Result<void> on_all(std::vector<Maker>& makers, const std::function<Result<void>(Maker&)>& what) {
    std::vector<Result<void>> results(makers.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < makers.size(); ++i)
        threads.emplace_back([&, i] { results[i] = what(makers[i]); });
    for (auto& thread : threads) thread.join();
    for (const auto& result : results)
        if (!result) return result;
    return {};
}

Result<double> timed_sync(const std::string& directory) {
    const auto start = Clock::now();
    const int fd = open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool synced = fd >= 0 && syncfs(fd) == 0;
    if (fd >= 0) close(fd);
    if (!synced) return failed(directory, "syncing");
    return seconds(Clock::now() - start);
}

}  // namespace

std::string CreateWorkload::summary() const {
    return "4 threads make files of 4 KiB over 32 directories, then remove them, synced after each";
}

std::optional<std::string> CreateWorkload::unsuitable(const WorkloadPlace& place) const {
    constexpr std::uint64_t least = 64 << 20;
    if (place.free_bytes >= least) return std::nullopt;
    return fmt::format("create needs 64 MiB of free space, there are {}", place.free_bytes >> 20);
}

Result<WorkloadResult> CreateWorkload::run(const WorkloadPlace& place,
                                           const WorkloadSettings& settings) {
    const int threads = settings.threads > 0 ? settings.threads : default_threads;
    const auto most = std::max<std::uint64_t>(place.free_bytes / 2 / space_a_file / threads, 1);
    std::vector<Maker> makers;
    makers.reserve(static_cast<std::size_t>(threads));
    for (int i = 0; i < threads; ++i) makers.emplace_back(place.directory, i, settings, most);
    if (auto made = on_all(makers, [](Maker& m) { return m.make_directories(); }); !made)
        return tl::unexpected(made.error());

    Meters meters(place);
    const auto start = Clock::now();
    // Removing is about as long again as making.
    const auto end = start + settings.length / 2;
    auto done = on_all(makers, [end](Maker& m) { return m.create_until(end); });
    if (!done) return tl::unexpected(done.error());
    const auto first_sync = timed_sync(place.directory);
    if (!first_sync) return tl::unexpected(first_sync.error());
    const auto created = Clock::now();
    done = on_all(makers, [](Maker& m) { return m.remove_all(); });
    if (!done) return tl::unexpected(done.error());
    const auto last_sync = timed_sync(place.directory);
    if (!last_sync) return tl::unexpected(last_sync.error());
    const double total = seconds(Clock::now() - start);
    meters.stop();
    if (settings.stop.stop_requested())
        return fail(ErrorCode::interrupted, "stopped while measuring");
    for (const auto& maker : makers) maker.remove_directories();

    std::uint64_t files = 0;
    for (const auto& maker : makers) files += maker.made();
    WorkloadResult result;
    result.value = static_cast<double>(files) / total;
    result.seconds["measure"] = total;
    result.metrics["creates_per_second"] = static_cast<double>(files) / seconds(created - start);
    result.metrics["removes_per_second"] =
        static_cast<double>(files) / (total - seconds(created - start));
    result.metrics["sync_share"] = (*first_sync + *last_sync) / total;
    meters.add_to(result, {.bytes_written = files * file_size, .operations = 2 * files});
    return result;
}

}  // namespace fstune::probes
