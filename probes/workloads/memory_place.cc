#include "probes/workloads/memory_place.h"

#include <linux/magic.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

std::uint64_t available_memory() {
    std::ifstream in("/proc/meminfo");
    std::string key;
    std::uint64_t kibibytes = 0;
    while (in >> key >> kibibytes) {
        if (key == "MemAvailable:") return kibibytes << 10U;
        in.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return 0;
}

}  // namespace

std::optional<MemoryPlace> MemoryPlace::make() {
    constexpr std::uint64_t most = 2048 * mebi, least = 64 * mebi;
    struct statfs facts {};
    if (statfs("/dev/shm", &facts) != 0 || facts.f_type != TMPFS_MAGIC) return std::nullopt;
    const auto free =
        static_cast<std::uint64_t>(facts.f_bavail) * static_cast<std::uint64_t>(facts.f_bsize);
    MemoryPlace made;
    made.place_.free_bytes = std::min({free, available_memory() / 4, most});
    std::string name = "/dev/shm/fstune.XXXXXX";
    if (made.place_.free_bytes < least || mkdtemp(name.data()) == nullptr) return std::nullopt;
    made.place_.directory = name;
    return made;
}

MemoryPlace::MemoryPlace(MemoryPlace&& other) noexcept : place_(std::move(other.place_)) {
    other.place_.directory.clear();
}

MemoryPlace::~MemoryPlace() {
    std::error_code ignored;
    if (!place_.directory.empty()) std::filesystem::remove_all(place_.directory, ignored);
}

}  // namespace fstune::probes
