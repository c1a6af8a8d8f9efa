#include "probes/workloads/file_set.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "probes/workloads/data_source.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t write_size = std::uint64_t{64}
                                     << 10;  // small enough that writers interleave

Result<void> write_file(const Range& range, double compressible, std::uint64_t seed,
                        const std::stop_token& stop) {
    DataSource data(compressible, seed, write_size);
    for (std::uint64_t offset = 0; offset < range.size; offset += write_size) {
        if (stop.stop_requested()) return fail(ErrorCode::interrupted, "stopped while preparing");
        const auto wanted = std::min(write_size, range.size - offset);
        const auto done =
            pwrite(range.fd, data.next(write_size), wanted, static_cast<off_t>(offset));
        if (done < 0 || static_cast<std::uint64_t>(done) != wanted)
            return fail(ErrorCode::failed,
                        fmt::format("preparing data at offset {}: {}", offset,
                                    done < 0 ? std::strerror(errno) : "disk full"));
    }
    if (fsync(range.fd) != 0)
        return fail(ErrorCode::failed, fmt::format("fsync: {}", std::strerror(errno)));
    return {};
}

}  // namespace

FileSet::~FileSet() {
    for (const auto& range : ranges_)
        if (range.fd >= 0) close(range.fd);
    for (const auto& path : paths_) unlink(path.c_str());
}

Result<FileSet> FileSet::make(const std::string& directory, int count, std::uint64_t size_each,
                              int flags) {
    FileSet set;
    for (int i = 0; i < count; ++i) {
        const auto path = fmt::format("{}/data.{}", directory, i);
        const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600);
        if (fd < 0)
            return fail(ErrorCode::failed, fmt::format("{}: {}", path, std::strerror(errno)));
        set.paths_.push_back(path);
        set.ranges_.push_back({fd, 0, size_each});
    }
    return set;
}

Result<void> FileSet::write_all(double compressible, std::uint64_t seed,
                                const std::stop_token& stop) {
    std::vector<Result<void>> results(ranges_.size());
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < ranges_.size(); ++i)
        threads.emplace_back(
            [&, i] { results[i] = write_file(ranges_[i], compressible, seed * 1000 + i, stop); });
    for (auto& thread : threads) thread.join();
    for (const auto& result : results)
        if (!result) return result;
    return drop_caches();
}

Result<void> FileSet::drop_caches() const {
    for (const auto& range : ranges_)
        if (const int problem = posix_fadvise(range.fd, 0, 0, POSIX_FADV_DONTNEED); problem != 0)
            return fail(ErrorCode::failed,
                        fmt::format("dropping caches: {}", std::strerror(problem)));
    return {};
}

}  // namespace fstune::probes
