#include "probes/host/linux_block_devices.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "probes/host/disk_files.h"
#include "probes/host/signatures.h"
#include "probes/host/unique_fd.h"

#ifndef BLKGETDISKSEQ
#define BLKGETDISKSEQ _IOR(0x12, 128, __u64)
#endif

namespace fstune::probes {

namespace {

tl::unexpected<Error> failed(const std::string& path, int problem) {
    return fail(ErrorCode::failed, fmt::format("{}: {}", path, std::strerror(problem)));
}

class LinuxPinnedDevice : public PinnedDevice {
  public:
    LinuxPinnedDevice(UniqueFd fd, std::string path) : fd_(std::move(fd)), path_(std::move(path)) {}

    Result<DescriptorFacts> facts() const override {
        struct stat status {};
        DescriptorFacts facts;
        if (fstat(fd_.get(), &status) != 0 || ioctl(fd_.get(), BLKGETSIZE64, &facts.size) != 0)
            return failed(path_, errno);
        facts.number = {major(status.st_rdev), minor(status.st_rdev)};
        if (ioctl(fd_.get(), BLKGETDISKSEQ, &facts.diskseq) != 0) facts.diskseq = 0;
        return facts;
    }

    Result<bool> free_for_exclusive_use() const override {
        const auto again = reopen(O_RDONLY | O_EXCL);
        if (again) return true;
        if (errno == EBUSY) return false;
        return failed(path_, errno);
    }

    Result<std::vector<Signature>> signatures() const override {
        // A descriptor of its own: libblkid moves the file position and may leave advice behind.
        const auto again = reopen(O_RDONLY);
        if (!again) return failed(path_, errno);
        auto found = read_signatures(again.get());
        return found ? found : wrap(found.error(), path_);
    }

    Result<void> wipe_signatures() override {
        const auto again = reopen(O_RDWR | O_EXCL);
        if (!again) return failed(path_, errno);
        if (auto done = remove_signatures(again.get()); !done) return wrap(done.error(), path_);
        if (fsync(again.get()) != 0) return failed(path_, errno);
        // A partition, or a device that cannot have any, says EINVAL or ENOTTY.
        if (ioctl(again.get(), BLKRRPART) != 0 && errno != EINVAL && errno != ENOTTY)
            return failed(path_ + ": cannot drop its partitions", errno);
        return {};
    }

  private:
    // Through the descriptor, so that the path cannot have come to mean something else.
    UniqueFd reopen(int flags) const {
        return UniqueFd(
            open(fmt::format("/proc/self/fd/{}", fd_.get()).c_str(), flags | O_CLOEXEC));
    }

    UniqueFd fd_;
    std::string path_;
};

std::optional<LoopBacking> backing_of(const std::string& name) {
    const UniqueFd loop(open(("/dev/" + name).c_str(), O_RDONLY | O_CLOEXEC));
    loop_info64 info{};
    if (!loop || ioctl(loop.get(), LOOP_GET_STATUS64, &info) != 0) return std::nullopt;
    LoopBacking backing;
    backing.loop = name;
    backing.device = info.lo_device;
    backing.inode = info.lo_inode;
    backing.block_device = {major(info.lo_rdevice), minor(info.lo_rdevice)};
    backing.file = DiskFiles().read("/sys/block/" + name + "/loop/backing_file").value_or("");
    if (!backing.file.empty() && backing.file.back() == '\n') backing.file.pop_back();
    return backing;
}

bool is_same_file(const std::string& path, const LoopBacking& backing) {
    struct stat status {};
    return stat(path.c_str(), &status) == 0 && status.st_ino == backing.inode &&
           status.st_dev == backing.device;
}

// The first column of /proc/swaps; the kernel writes blanks of a name as octal.
bool is_swap(const LoopBacking& backing) {
    std::ifstream swaps("/proc/swaps");
    std::string line;
    std::getline(swaps, line);
    while (std::getline(swaps, line))
        if (is_same_file(line.substr(0, line.find(' ')), backing)) return true;
    return false;
}

}  // namespace

Result<std::unique_ptr<PinnedDevice>> LinuxBlockDevices::pin(const std::string& path) const {
    // Without waiting, and without becoming someone's terminal, whatever the path turns out to be.
    UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd) return failed(path, errno);
    struct stat status {};
    if (fstat(fd.get(), &status) != 0) return failed(path, errno);
    if (!S_ISBLK(status.st_mode))
        return fail(ErrorCode::bad_input,
                    path +
                        " is not a block device; name one, or use --scratch SIZE[:DIR] to make "
                        "one of a file");
    return std::make_unique<LinuxPinnedDevice>(std::move(fd), path);
}

Result<std::vector<LoopBacking>> LinuxBlockDevices::loops() const {
    const auto names = DiskFiles().list("/sys/block");
    if (!names) return tl::unexpected(names.error());
    std::vector<LoopBacking> found;
    for (const auto& name : *names) {
        if (!name.starts_with("loop")) continue;
        if (auto backing = backing_of(name)) found.push_back(*backing);
    }
    return found;
}

std::optional<std::string> LinuxBlockDevices::file_in_use(const LoopBacking& backing) const {
    if (is_swap(backing)) return "the system swaps to it";
    if (!is_same_file(backing.file, backing)) return std::nullopt;
    const UniqueFd file(open(backing.file.c_str(), O_RDONLY | O_CLOEXEC));
    struct flock lock {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    // Virtual machines lock their disk images this way.
    if (file && fcntl(file.get(), F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK)
        return "another program has locked it";
    return std::nullopt;
}

}  // namespace fstune::probes
