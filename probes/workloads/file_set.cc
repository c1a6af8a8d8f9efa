#include "probes/workloads/file_set.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "probes/workloads/data_source.h"
#include "probes/workloads/on_threads.h"
#include "probes/workloads/open_files.h"

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
    if (keep_) return;
    for (const auto& path : paths_) unlink(path.c_str());
}

Result<FileSet> FileSet::make(const WorkloadPlace& place, const std::string& name,
                              std::uint64_t count, std::uint64_t size_each, int flags) {
    allow_open_files(count);
    FileSet set;
    set.keep_ = place.disposable;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto path = fmt::format("{}/{}.{}", place.directory, name, i);
        const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | flags, 0600);
        if (fd < 0)
            return fail(ErrorCode::failed, fmt::format("{}: {}", path, std::strerror(errno)));
        set.paths_.push_back(path);
        set.ranges_.push_back({fd, 0, size_each});
    }
    return set;
}

Result<void> FileSet::write_all(std::size_t threads, double compressible, std::uint64_t seed,
                                const std::stop_token& stop) {
    threads = std::min(threads, ranges_.size());
    const auto done = on_threads(threads, [&](std::size_t number) -> Result<void> {
        for (auto i = number; i < ranges_.size(); i += threads)
            if (auto written = write_file(ranges_[i], compressible, seed * 1000 + i, stop);
                !written)
                return wrap(written.error(), paths_[i]);
        return {};
    });
    return done ? drop_caches() : done;
}

Result<void> FileSet::reserve_all() const {
    for (std::size_t i = 0; i < ranges_.size(); ++i)
        if (const int problem =
                posix_fallocate(ranges_[i].fd, 0, static_cast<off_t>(ranges_[i].size));
            problem != 0)
            return fail(ErrorCode::failed, fmt::format("{}: reserving {} bytes: {}", paths_[i],
                                                       ranges_[i].size, std::strerror(problem)));
    return {};
}

Result<void> FileSet::cut_all() const {
    for (std::size_t i = 0; i < ranges_.size(); ++i)
        if (ftruncate(ranges_[i].fd, 0) != 0)
            return fail(ErrorCode::failed,
                        fmt::format("{}: truncating: {}", paths_[i], std::strerror(errno)));
    return {};
}

Result<void> FileSet::drop_caches() const {
    for (const auto& range : ranges_)
        if (const int problem = posix_fadvise(range.fd, 0, 0, POSIX_FADV_DONTNEED); problem != 0)
            return fail(ErrorCode::failed,
                        fmt::format("dropping caches: {}", std::strerror(problem)));
    return {};
}

void FileSet::remove_every_other() {
    std::vector<std::string> paths;
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
        if (i % 2 == 0) {
            paths.push_back(paths_[i]);
            ranges.push_back(ranges_[i]);
            continue;
        }
        close(ranges_[i].fd);
        unlink(paths_[i].c_str());
    }
    paths_.swap(paths);
    ranges_.swap(ranges);
}

std::vector<Share> FileSet::shares(std::size_t threads, std::uint64_t block) const {
    constexpr std::uint64_t page = 4096;  // a mapping begins at one
    const auto files = ranges_.size();
    const auto parts = (threads + files - 1) / files;  // of each file
    const auto unit = std::max(block, page);
    const auto part = ranges_.front().size / parts / unit * unit;
    std::vector<Share> shares(threads);
    if (parts > 1)
        for (std::size_t i = 0; i < threads; ++i)
            shares[i].push_back({ranges_[i % files].fd, i / files * part, part});
    else
        for (std::size_t i = 0; i < files; ++i) shares[i % threads].push_back(ranges_[i]);
    return shares;
}

}  // namespace fstune::probes
