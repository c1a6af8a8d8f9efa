#include "probes/meters/page_cache.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace {

struct Pages {
    std::size_t all = 0, resident = 0;
};

bool count(const std::string& path, std::size_t most, Pages& pages) {
    const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat file {};
    if (!fd || fstat(fd.get(), &file) != 0) return false;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto size = std::min(static_cast<std::size_t>(file.st_size), most);
    if (size == 0) return true;
    void* mapped = mmap(nullptr, size, PROT_READ, MAP_SHARED, fd.get(), 0);
    if (mapped == MAP_FAILED) return false;
    std::vector<unsigned char> in_memory((size + page - 1) / page);
    const bool told = mincore(mapped, size, in_memory.data()) == 0;
    munmap(mapped, size);
    pages.all += in_memory.size();
    pages.resident += static_cast<std::size_t>(
        std::ranges::count_if(in_memory, [](unsigned char byte) { return (byte & 1U) != 0; }));
    return told;
}

}  // namespace

std::optional<double> resident_share(const std::vector<std::string>& paths) {
    constexpr std::size_t looked_at = std::size_t{1} << 30;
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    Pages pages;
    for (const auto& path : paths) {
        if (pages.all * page >= looked_at) break;
        if (!count(path, looked_at - pages.all * page, pages)) return std::nullopt;
    }
    if (pages.all == 0) return std::nullopt;
    return static_cast<double>(pages.resident) / static_cast<double>(pages.all);
}

}  // namespace fstune::probes
