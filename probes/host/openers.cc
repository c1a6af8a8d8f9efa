// Who has a block device open, from /proc/PID/fd: O_EXCL shows only the careful ones.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>

#include "probes/host/disk_files.h"
#include "probes/host/linux_block_devices.h"

namespace fstune::probes {

namespace {

using Directory = std::unique_ptr<DIR, decltype([](DIR* open) { closedir(open); })>;

int number_of(const char* name) {
    const std::string_view text(name);
    int number = -1;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    return problem == std::errc{} && end == text.data() + text.size() ? number : -1;
}

// proc(5): the line "flags:" of fdinfo is octal.
unsigned long flags_of(int process, const char* descriptor) {
    const auto info =
        DiskFiles().read(fmt::format("/proc/{}/fdinfo/{}", process, descriptor)).value_or("");
    const auto at = info.find("flags:");
    constexpr int octal = 8;
    return at == std::string::npos ? 0 : std::strtoul(info.c_str() + at + 6, nullptr, octal);
}

std::string command_of(int process) {
    auto name = DiskFiles().read(fmt::format("/proc/{}/comm", process)).value_or("?");
    if (name.ends_with('\n')) name.pop_back();
    return name;
}

// One descriptor: O_PATH names a device and does not open it.
void look_at(int process, const char* descriptor, int folder,
             const std::vector<DeviceNumber>& devices, std::vector<Opener>& found) {
    struct stat facts {};
    if (fstatat(folder, descriptor, &facts, 0) != 0 || !S_ISBLK(facts.st_mode)) return;
    const DeviceNumber device{major(facts.st_rdev), minor(facts.st_rdev)};
    if (std::ranges::find(devices, device) == devices.end()) return;
    const auto flags = flags_of(process, descriptor);
    if ((flags & O_PATH) != 0) return;
    const bool writes = (flags & O_ACCMODE) != O_RDONLY;
    const auto known = std::ranges::find_if(
        found, [&](const Opener& one) { return one.process == process && one.device == device; });
    if (known == found.end())
        found.push_back({process, command_of(process), device, writes});
    else
        known->writes |= writes;
}

}  // namespace

// A process that ends meanwhile is none any more. The devices' own names are not asked: a database
// in a container may have a node of its own.
std::vector<Opener> LinuxBlockDevices::openers(const std::vector<DeviceNumber>& devices) const {
    std::vector<Opener> found;
    const Directory processes(opendir("/proc"));
    while (const auto* entry = processes ? readdir(processes.get()) : nullptr) {
        const int process = number_of(entry->d_name);
        if (process < 0 || process == getpid()) continue;
        const Directory descriptors(opendir(fmt::format("/proc/{}/fd", process).c_str()));
        while (const auto* one = descriptors ? readdir(descriptors.get()) : nullptr)
            if (number_of(one->d_name) >= 0)
                look_at(process, one->d_name, dirfd(descriptors.get()), devices, found);
    }
    return found;
}

}  // namespace fstune::probes
