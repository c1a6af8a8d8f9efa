#include "probes/host/private_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

namespace fstune::probes {

namespace {

constexpr std::string_view beginning = ".fstune-probe-";
constexpr int deepest = 100;  // our workloads make two levels

tl::unexpected<Error> failed(const std::string& what, const std::string& path, int problem) {
    return fail(ErrorCode::failed,
                fmt::format("cannot {} {}: {}", what, path, std::strerror(problem)));
}

struct CloseDirectory {
    void operator()(DIR* directory) const { closedir(directory); }
};

bool is_dots(std::string_view name) { return name == "." || name == ".."; }

Result<void> empty(int folder, dev_t device, const std::string& path, int depth);

Result<void> remove_entry(int folder, dev_t device, const std::string& name,
                          const std::string& path, int depth) {
    struct stat facts {};
    if (fstatat(folder, name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return failed("look at", path, errno);
    const bool directory = S_ISDIR(facts.st_mode);
    if (directory) {
        UniqueFd inner(
            openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!inner) return failed("open", path, errno);
        if (auto done = empty(inner.get(), device, path, depth + 1); !done) return done;
    }
    if (unlinkat(folder, name.c_str(), directory ? AT_REMOVEDIR : 0) != 0)
        return failed("remove", path, errno);
    return {};
}

// Goes on after a problem, and tells the first.
Result<void> empty(int folder, dev_t device, const std::string& path, int depth) {
    struct stat facts {};
    if (fstat(folder, &facts) != 0) return failed("look at", path, errno);
    if (facts.st_dev != device)
        return fail(ErrorCode::failed,
                    fmt::format("{}: something is mounted there; unmount it and remove it", path));
    if (depth > deepest) return failed("remove", path, ELOOP);
    const int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, CloseDirectory> directory(again < 0 ? nullptr : fdopendir(again));
    if (!directory) return failed("list", path, errno);
    Result<void> result;
    while (const auto* entry = readdir(directory.get())) {
        if (is_dots(entry->d_name)) continue;
        const std::string name = entry->d_name;
        auto done = remove_entry(folder, device, name, path + "/" + name, depth);
        if (!done && result) result = std::move(done);
    }
    return result;
}

}  // namespace

Result<PrivateFolder> PrivateFolder::make(const std::string& parent) {
    UniqueFd above(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!above) return failed("open", parent, errno);
    auto path = (std::filesystem::path(parent) / beginning).string() + "XXXXXX";
    if (mkdtemp(path.data()) == nullptr) return failed("make a folder in", parent, errno);
    auto name = std::filesystem::path(path).filename().string();
    UniqueFd folder(
        openat(above.get(), name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    // Held for as long as it is used, so that another run can tell it from one left behind.
    if (!folder || flock(folder.get(), LOCK_SH) != 0) {
        const int problem = errno;
        unlinkat(above.get(), name.c_str(), AT_REMOVEDIR);
        return failed("open", path, problem);
    }
    return PrivateFolder(std::move(above), std::move(folder), std::move(path), std::move(name));
}

Result<void> PrivateFolder::clear() {
    struct stat facts {};
    if (fstat(folder_.get(), &facts) != 0) return failed("look at", path_, errno);
    return empty(folder_.get(), facts.st_dev, path_, 0);
}

Result<void> PrivateFolder::remove() {
    if (!folder_) return {};
    if (auto cleared = clear(); !cleared) return cleared;
    struct stat held {
    }, named{};
    if (fstat(folder_.get(), &held) != 0 ||
        fstatat(parent_.get(), name_.c_str(), &named, AT_SYMLINK_NOFOLLOW) != 0)
        return failed("find", path_, errno);
    if (held.st_ino != named.st_ino || held.st_dev != named.st_dev)
        return fail(ErrorCode::failed,
                    fmt::format("{} is no longer the folder that was made; what was made was "
                                "emptied and stands where it was moved to",
                                path_));
    if (unlinkat(parent_.get(), name_.c_str(), AT_REMOVEDIR) != 0)
        return failed("remove", path_, errno);
    folder_.reset();
    return {};
}

PrivateFolder::~PrivateFolder() { (void)remove(); }

std::vector<std::string> abandoned_folders(const std::string& parent) {
    std::vector<std::string> abandoned;
    std::error_code problem;
    for (std::filesystem::directory_iterator at(parent, problem), end; !problem && at != end;
         at.increment(problem)) {
        if (!at->path().filename().string().starts_with(beginning)) continue;
        UniqueFd folder(
            ::open(at->path().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (folder && flock(folder.get(), LOCK_EX | LOCK_NB) == 0)
            abandoned.push_back(at->path().string());
    }
    std::ranges::sort(abandoned);
    return abandoned;
}

}  // namespace fstune::probes
