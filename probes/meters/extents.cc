#include "probes/meters/extents.h"

#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace {

// The kernel counts all of them, and shows as many as there is room for.
constexpr std::size_t shown = 16;
union Map {
    struct fiemap head;
    std::array<char, sizeof(struct fiemap) + shown * sizeof(struct fiemap_extent)> whole;
};

bool ask(int fd, std::uint32_t room, Map& map) {
    map.whole.fill(0);
    map.head.fm_length = std::numeric_limits<std::uint64_t>::max();
    map.head.fm_extent_count = room;
    return ioctl(fd, FS_IOC_FIEMAP, &map.head) == 0;
}

bool add(const std::string& path, bool look_inside, Extents& sums) {
    const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat file {};
    Map map;
    if (!fd || fstat(fd.get(), &file) != 0 || !ask(fd.get(), 0, map)) return false;
    sums.per_file += map.head.fm_mapped_extents;
    sums.mean_bytes += static_cast<double>(file.st_size);
    if (!look_inside || !ask(fd.get(), shown, map)) return true;
    for (std::size_t i = 0; i < map.head.fm_mapped_extents; ++i)
        sums.encoded |= (map.head.fm_extents[i].fe_flags & FIEMAP_EXTENT_ENCODED) != 0;
    return true;
}

}  // namespace

std::optional<Extents> extents_of(const std::vector<std::string>& paths) {
    Extents sums;
    for (std::size_t i = 0; i < paths.size(); ++i)
        if (!add(paths[i], i == 0, sums)) return std::nullopt;
    if (paths.empty()) return std::nullopt;
    sums.mean_bytes /= std::max(sums.per_file, 1.0);
    sums.per_file /= static_cast<double>(paths.size());
    return sums;
}

}  // namespace fstune::probes
