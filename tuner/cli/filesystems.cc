#include "tuner/cli/filesystems.h"

#include <fmt/format.h>

#include <algorithm>

namespace fstune::tuner {

namespace {

struct Known {
    std::string name;
    std::uint64_t smallest;  // bytes, that its mkfs accepts
};

// Source: mkfs.xfs(8) 6.1: 300 MiB; mkfs.btrfs(8) 6.2: 109 MiB with the default metadata profile.
const std::vector<Known>& known_filesystems() {
    constexpr std::uint64_t mib = 1 << 20;
    static const std::vector<Known> known = {
        {"ext4", 16 * mib}, {"xfs", 300 * mib}, {"btrfs", 114 * mib}};
    return known;
}

bool has_mkfs(const std::string& name, const knowledge::MachineFacts& machine) {
    return std::ranges::any_of(machine.tools,
                               [&](const auto& tool) { return tool.first == "mkfs." + name; });
}

Result<void> usable(const std::string& name, const knowledge::MachineFacts& machine,
                    const knowledge::DeviceFacts& device) {
    const auto known = std::ranges::find(known_filesystems(), name, &Known::name);
    if (known == known_filesystems().end())
        return fail(
            ErrorCode::usage,
            fmt::format("--fs: no filesystem is named '{}'; there are ext4, xfs, btrfs", name));
    if (!has_mkfs(name, machine))
        return fail(ErrorCode::unsupported,
                    fmt::format("mkfs.{} is not installed; see fstune doctor", name));
    if (device.size < known->smallest)
        return fail(ErrorCode::unsupported,
                    fmt::format("'{}' is too small for {}: {} bytes, and it needs {}", device.path,
                                name, device.size, known->smallest));
    return {};
}

}  // namespace

Result<std::vector<std::string>> usable_filesystems(const std::vector<std::string>& asked,
                                                    const knowledge::MachineFacts& machine,
                                                    const knowledge::DeviceFacts& device) {
    std::vector<std::string> names;
    for (const auto& name : asked) {
        if (auto fits = usable(name, machine, device); !fits) return tl::unexpected(fits.error());
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    if (!asked.empty()) return names;
    for (const auto& known : known_filesystems()) {
        if (usable(known.name, machine, device)) names.push_back(known.name);
    }
    if (names.empty() && std::ranges::any_of(known_filesystems(), [&](const auto& known) {
            return has_mkfs(known.name, machine);
        }))
        return fail(ErrorCode::unsupported,
                    fmt::format("'{}' is too small for every filesystem whose mkfs is installed: "
                                "{} bytes",
                                device.path, device.size));
    if (names.empty())
        return fail(ErrorCode::unsupported,
                    fmt::format("no filesystem can be made on '{}': install "
                                "e2fsprogs, xfsprogs or btrfs-progs",
                                device.path));
    return names;
}

}  // namespace fstune::tuner
