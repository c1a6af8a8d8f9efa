#include "probes/host/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace fstune::probes {

namespace {

bool is_named(int fd, const std::string& path) {
    struct stat held {
    }, named{};
    return fstat(fd, &held) == 0 && lstat(path.c_str(), &named) == 0 &&
           held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

bool is_ours_alone(int fd) {
    struct stat facts {};
    return fstat(fd, &facts) == 0 && facts.st_uid == geteuid() && (facts.st_mode & 077) == 0;
}

}  // namespace

Result<RunFolder> RunFolder::open(const std::string& path) {
    for (;;) {
        if (mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
            return fail(ErrorCode::failed,
                        fmt::format("cannot make {}: {}", path, std::strerror(errno)));
        UniqueFd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!folder && errno == ENOENT) continue;  // another fstune's end removed it
        if (!folder || !is_ours_alone(folder.get()))
            return fail(ErrorCode::failed,
                        path + " is not a folder of root alone (0700); move it away");
        if (flock(folder.get(), LOCK_SH) == 0 && is_named(folder.get(), path))
            return RunFolder(std::move(folder), path);
    }
}

RunFolder::~RunFolder() {
    if (shared_ && flock(shared_.get(), LOCK_EX | LOCK_NB) == 0) rmdir(path_.c_str());
}

}  // namespace fstune::probes
