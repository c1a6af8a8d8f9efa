#include "probes/host/filesystem_at.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace fstune::probes {

namespace {

namespace fs = std::filesystem;

bool lies_below(const std::string& path, const std::string& folder) {
    return path == folder || folder == "/" || path.starts_with(folder + "/");
}

// The name that the kernel has for it; a filesystem over several devices has no number of one.
std::string device_of(const MountEntry& mount) {
    std::error_code none;
    const auto link = fmt::format("/sys/dev/block/{}:{}", mount.device_major, mount.device_minor);
    const auto found = fs::canonical(link, none);
    if (!none) {
        auto name = found.filename().string();
        std::ranges::replace(name, '!', '/');
        return "/dev/" + name;
    }
    const auto real = fs::canonical(mount.source, none);
    return !none && fs::is_block_file(real, none) ? real.string() : "";
}

}  // namespace

Result<FilesystemAt> filesystem_at(const std::string& folder, const Mounts& mounts) {
    std::error_code problem;
    const auto real = fs::canonical(folder, problem);
    if (problem) return fail(ErrorCode::usage, fmt::format("'{}': {}", folder, problem.message()));
    if (!fs::is_directory(real, problem))
        return fail(ErrorCode::usage, fmt::format("'{}' is not a directory", folder));
    struct statvfs room {};
    if (statvfs(real.c_str(), &room) != 0)
        return fail(ErrorCode::failed, fmt::format("'{}': {}", folder, std::strerror(errno)));
    FilesystemAt result{.folder = real.string()};
    result.read_only = (room.f_flag & ST_RDONLY) != 0;
    result.free_bytes = std::uint64_t{room.f_bavail} * room.f_frsize;
    if (room.f_files > 0) result.free_inodes = room.f_favail;
    const auto entries = mounts.list();
    if (!entries) return tl::unexpected(entries.error());
    const MountEntry* best = nullptr;  // the innermost, and the last mounted there
    for (const auto& entry : *entries)
        if (lies_below(result.folder, entry.target) &&
            (best == nullptr || entry.target.size() >= best->target.size()))
            best = &entry;
    if (best == nullptr) return result;
    result.type = best->type;
    result.source = best->source;
    result.mount_point = best->target;
    result.options = best->options;
    result.device = device_of(*best);
    return result;
}

}  // namespace fstune::probes
