#include "probes/workloads/tree/directories.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>

#include "probes/workloads/open_files.h"

namespace fstune::probes {

Directories::~Directories() {
    auto paths = release();
    if (keep_) paths.clear();
    const Removal removal(std::move(paths));
}

Directories::Removal::~Removal() {
    std::error_code ignored;  // the filesystem may be gone bad; the trial says so elsewhere
    for (const auto& path : paths_) std::filesystem::remove_all(path, ignored);
}

std::vector<std::string> Directories::release() {
    for (const int fd : open_) close(fd);
    open_.clear();
    return std::exchange(paths_, {});
}

Result<Directories> Directories::make(const WorkloadPlace& place, const std::string& prefix,
                                      std::size_t count) {
    allow_open_files(count);
    Directories made;
    made.keep_ = place.disposable;
    for (std::size_t i = 0; i < count; ++i) {
        auto path = fmt::format("{}/{}{}", place.directory, prefix, i);
        if (mkdir(path.c_str(), 0700) != 0)
            return fail(ErrorCode::failed,
                        fmt::format("making {}: {}", path, std::strerror(errno)));
        made.paths_.push_back(path);
        const int fd = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (fd < 0)
            return fail(ErrorCode::failed,
                        fmt::format("opening {}: {}", path, std::strerror(errno)));
        made.open_.push_back(fd);
    }
    return made;
}

}  // namespace fstune::probes
