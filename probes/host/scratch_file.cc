#include "probes/host/scratch_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/blkpg.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "knowledge/units.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t sector = 4096;

tl::unexpected<Error> no_room(std::uint64_t size, const std::string& directory, int problem) {
    return fail(problem == ENOSPC ? ErrorCode::usage : ErrorCode::failed,
                fmt::format("cannot allocate {} in {}: {}; choose a smaller size or another "
                            "folder with --scratch SIZE:DIR",
                            knowledge::format_size(size), directory, std::strerror(problem)));
}

tl::unexpected<Error> no_folder(const std::string& directory) {
    return fail(ErrorCode::usage, fmt::format("cannot make a scratch file in {}: {}", directory,
                                              std::strerror(errno)));
}

tl::unexpected<Error> failed(const std::string& doing) {
    return fail(ErrorCode::failed, fmt::format("cannot {}: {}", doing, std::strerror(errno)));
}

// Nobody can open what has no name.
Result<UniqueFd> nameless_file(const std::string& directory) {
    UniqueFd file(open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file) return file;
    if (errno == ENOENT || errno == ENOTDIR || errno == EACCES) return no_folder(directory);
    auto name = directory + "/fstune.XXXXXX";  // a filesystem without O_TMPFILE
    file = UniqueFd(mkostemp(name.data(), O_CLOEXEC));
    if (!file) return failed("make a scratch file in " + directory);
    unlink(name.c_str());
    return file;
}

// Space that is only reserved costs a conversion at its first write, which would be measured.
Result<void> fill_with_zeros(int fd, std::uint64_t size) {
    constexpr std::size_t chunk = std::size_t{1} << 20;
    const std::unique_ptr<void, void (*)(void*)> zeros(std::aligned_alloc(sector, chunk),
                                                       std::free);
    std::memset(zeros.get(), 0, chunk);
    const int flags = fcntl(fd, F_GETFL);
    fcntl(fd, F_SETFL, flags | O_DIRECT);  // best effort: keeps the page cache out of it
    for (std::uint64_t at = 0; at < size;) {
        const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(chunk, size - at));
        const auto done = pwrite(fd, zeros.get(), length, static_cast<off_t>(at));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return failed("fill the scratch file");
        at += static_cast<std::uint64_t>(done);
    }
    fcntl(fd, F_SETFL, flags);
    if (fsync(fd) != 0) return failed("write the scratch file");
    return {};
}

Result<UniqueFd> allocated_file(std::uint64_t size, const std::string& directory) {
    auto file = nameless_file(directory);
    if (!file) return file;
    const int problem = posix_fallocate(file->get(), 0, static_cast<off_t>(size));
    if (problem != 0) return no_room(size, directory, problem);
    if (auto done = fill_with_zeros(file->get(), size); !done) return tl::unexpected(done.error());
    return file;
}

// A loop device that someone gave partitions by hand keeps them when its file is gone. They are no
// part of the new file, and the guard would take them for a use of it.
void drop_stale_partitions(int loop) {
    constexpr int most = 256;  // as many as a loop device can have
    for (int number = 1; number <= most; ++number) {
        blkpg_partition partition{};
        partition.pno = number;
        blkpg_ioctl_arg request{
            .op = BLKPG_DEL_PARTITION, .flags = 0, .datalen = sizeof partition, .data = &partition};
        ioctl(loop, BLKPG, &request);  // ENXIO where there is none
    }
}

// Another program may take the number that was free; then the next one is tried.
Result<ScratchFile> attach(int file) {
    const UniqueFd control(open("/dev/loop-control", O_RDWR | O_CLOEXEC));
    if (!control)
        return fail(ErrorCode::unsupported,
                    fmt::format("no loop devices here (/dev/loop-control: {}); name a device with "
                                "--device",
                                std::strerror(errno)));
    for (int tries = 0; tries < 100; ++tries) {
        const int number = ioctl(control.get(), LOOP_CTL_GET_FREE);
        if (number < 0) return failed("get a loop device");
        const auto device = fmt::format("/dev/loop{}", number);
        UniqueFd loop(open(device.c_str(), O_RDWR | O_CLOEXEC));
        if (!loop) return failed("open " + device);
        loop_config config{};
        config.fd = static_cast<std::uint32_t>(file);
        config.info.lo_flags = LO_FLAGS_AUTOCLEAR | LO_FLAGS_DIRECT_IO;
        if (ioctl(loop.get(), LOOP_CONFIGURE, &config) != 0) {
            if (errno == EBUSY) continue;
            return failed("attach " + device);
        }
        drop_stale_partitions(loop.get());
        loop_info64 info{};
        const bool direct = ioctl(loop.get(), LOOP_GET_STATUS64, &info) == 0 &&
                            (info.lo_flags & LO_FLAGS_DIRECT_IO) != 0;
        // A descriptor that can write would forbid mounting on kernels that protect mounted
        // devices.
        UniqueFd reader(open(device.c_str(), O_RDONLY | O_CLOEXEC));
        if (!reader) return failed("open " + device);
        return ScratchFile{device, std::move(reader), direct};
    }
    return fail(ErrorCode::failed, "every free loop device was taken by someone else; try again");
}

}  // namespace

Result<void> check_scratch_place(std::uint64_t size, const std::string& directory) {
    if (size == 0 || size % sector != 0)
        return fail(ErrorCode::usage, "a scratch file's size must be a multiple of 4096 bytes");
    const UniqueFd folder(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct statvfs space = {};
    if (!folder || fstatvfs(folder.get(), &space) != 0) return no_folder(directory);
    if (space.f_bavail * space.f_frsize < size) return no_room(size, directory, ENOSPC);
    return {};
}

Result<ScratchFile> make_scratch_file(std::uint64_t size, const std::string& directory) {
    if (auto fit = check_scratch_place(size, directory); !fit) return tl::unexpected(fit.error());
    auto file = allocated_file(size, directory);
    if (!file) return tl::unexpected(file.error());
    return attach(file->get());
}

}  // namespace fstune::probes
