#include "probes/host/disk_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace fs = std::filesystem;

namespace {

tl::unexpected<Error> failed(const std::string& doing, const std::string& path, int problem) {
    return fail(ErrorCode::failed,
                fmt::format("cannot {} {}: {}", doing, path, std::strerror(problem)));
}

}  // namespace

DiskFiles::DiskFiles(const std::string& prefix) : prefix_(fs::weakly_canonical(prefix)) {
    if (prefix_ == "/") prefix_.clear();
}

std::string DiskFiles::below(const std::string& path) const {
    return path.starts_with('/') ? prefix_ + path : prefix_ + "/" + path;
}

Result<std::string> DiskFiles::read(const std::string& path) const {
    const UniqueFd file(open(below(path).c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return failed("open", path, errno);
    std::string text;
    std::array<char, 65536> buffer;
    for (;;) {
        const auto got = ::read(file.get(), buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return failed("read", path, errno);
        if (got == 0) return text;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
}

// One write call: sysfs takes a value whole or not at all. Never makes a file.
Result<void> DiskFiles::write(const std::string& path, const std::string& text) {
    const UniqueFd file(open(below(path).c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
    if (!file) return failed("open", path, errno);
    const auto written = ::write(file.get(), text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()))
        return failed(fmt::format("write '{}' to", text), path, written < 0 ? errno : EIO);
    return {};
}

Result<std::vector<std::string>> DiskFiles::list(const std::string& directory) const {
    std::error_code problem;
    std::vector<std::string> names;
    for (fs::directory_iterator at(below(directory), problem), end; !problem && at != end;
         at.increment(problem))
        names.push_back(at->path().filename());
    if (problem) return failed("list", directory, problem.value());
    std::sort(names.begin(), names.end());
    return names;
}

bool DiskFiles::exists(const std::string& path) const {
    return access(below(path).c_str(), F_OK) == 0;
}

Result<std::string> DiskFiles::resolve(const std::string& path) const {
    std::error_code problem;
    const std::string full = fs::canonical(below(path), problem);
    if (problem) return failed("resolve", path, problem.value());
    if (full != prefix_ && !full.starts_with(prefix_ + "/"))
        return fail(ErrorCode::failed, fmt::format("{} leads out of {}", path, prefix_));
    return full == prefix_ ? "/" : full.substr(prefix_.size());
}

Result<std::string> DiskFiles::make_private_directory(const std::string& parent) {
    struct stat facts {};
    if (stat(below(parent).c_str(), &facts) != 0) return failed("look at", parent, errno);
    const bool others_may_rename = (facts.st_mode & 022) != 0 && (facts.st_mode & S_ISVTX) == 0;
    if ((facts.st_uid != 0 && facts.st_uid != geteuid()) || others_may_rename)
        return fail(ErrorCode::failed,
                    fmt::format("{} belongs to or can be written by other users; name a folder "
                                "that only root can change",
                                parent));
    std::string name = fmt::format("{}/mnt.{}.XXXXXX", parent, getpid());
    std::string full = below(name);
    if (mkdtemp(full.data()) == nullptr) return failed("make a folder below", parent, errno);
    return full.substr(prefix_.size());
}

Result<void> DiskFiles::remove_directory(const std::string& path) {
    if (rmdir(below(path).c_str()) != 0) return failed("remove the folder", path, errno);
    return {};
}

}  // namespace fstune::probes
