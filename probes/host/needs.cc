#include "probes/host/needs.h"

#include <linux/capability.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <sstream>

#include "probes/host/posix_process.h"
#include "probes/programs/programs.h"

namespace fstune::probes {

namespace {

constexpr bool required = true;
constexpr bool optional = false;

std::uint64_t effective_capabilities(const Files& files) {
    const auto status = files.read("/proc/self/status").value_or("");
    const auto at = status.find("CapEff:");
    return at == std::string::npos ? 0 : std::strtoull(status.c_str() + at + 7, nullptr, 16);
}

void add_capabilities(const Files& files, std::vector<Need>& found) {
    struct Row {
        int number;
        const char* name;
        const char* purpose;
    };
    static constexpr std::array rows{
        Row{CAP_SYS_ADMIN, "CAP_SYS_ADMIN",
            "mounts and unmounts what is tried, in a mount namespace of its own; attaches loop "
            "devices for --scratch; re-reads partition tables after --wipe"},
        Row{CAP_DAC_OVERRIDE, "CAP_DAC_OVERRIDE",
            "opens the device, writes queue settings in sysfs, drops the page cache, keeps its "
            "ledger in /run/fstune"},
        Row{CAP_KILL, "CAP_KILL", "ends a hung mkfs or workload at its deadline"},
    };
    const auto held = effective_capabilities(files);
    for (const auto& row : rows)
        found.push_back({row.name, row.purpose, ((held >> row.number) & 1) != 0, required,
                         "run fstune as root"});
}

void add_programs(std::vector<Need>& found) {
    struct Row {
        const char* name;
        const char* purpose;
        const char* package;
        bool is_required;
    };
    static constexpr std::array rows{
        Row{"mount", "mounts what is tried", "mount", required},
        Row{"umount", "unmounts it", "mount", required},
        Row{"mkfs.ext4", "makes ext4", "e2fsprogs", optional},
        Row{"dumpe2fs", "reads back what mkfs.ext4 made", "e2fsprogs", optional},
        Row{"mkfs.xfs", "makes XFS", "xfsprogs", optional},
        Row{"xfs_info", "reads back what mkfs.xfs made", "xfsprogs", optional},
        Row{"mkfs.btrfs", "makes btrfs", "btrfs-progs", optional},
        Row{"btrfs", "reads back what mkfs.btrfs made", "btrfs-progs", optional},
    };
    for (const auto& row : rows)
        found.push_back({row.name, row.purpose, find_program(row.name).has_value(), row.is_required,
                         std::string("apt-get install ") + row.package});
}

// Those that measure; the shell of the goal `command` is everywhere.
void add_benchmarks(std::vector<Need>& found) {
    for (const auto& program : programs())
        if (program.name != "command")
            found.push_back({program.binary, "measures for --goal " + program.name,
                             find_program(program.binary).has_value(), optional,
                             program.package.empty() ? "no package of Debian; from its source"
                                                     : "apt-get install " + program.package});
}

bool kernel_mounts(const Files& files, const std::string& filesystem) {
    std::istringstream lines(files.read("/proc/filesystems").value_or(""));
    for (std::string line; std::getline(lines, line);)
        if (line == "\t" + filesystem) return true;
    return false;
}

void add_kernel(const Files& files, std::vector<Need>& found) {
    for (const auto* filesystem : {"ext4", "xfs", "btrfs"})
        found.push_back({std::string("kernel: ") + filesystem, "mounts it",
                         kernel_mounts(files, filesystem), optional,
                         std::string("modprobe ") + filesystem});
    found.push_back({"/dev/loop-control", "makes the device of --scratch",
                     files.exists("/dev/loop-control"), optional,
                     "modprobe loop, or use --device"});
    found.push_back({"/proc/self/mountinfo", "tells what is mounted",
                     files.exists("/proc/self/mountinfo"), required, "mount -t proc proc /proc"});
    found.push_back({"/sys/class/block", "tells what a device is and who uses it",
                     files.exists("/sys/class/block"), required, "mount -t sysfs sysfs /sys"});
    const auto ring = files.read("/proc/sys/kernel/io_uring_disabled").value_or("0\n");
    found.push_back({"io_uring", "keeps many requests in flight", ring != "2\n", optional,
                     "sysctl kernel.io_uring_disabled=0"});
}

}  // namespace

std::vector<Need> needs(const Files& files) {
    std::vector<Need> found;
    add_capabilities(files, found);
    add_programs(found);
    add_benchmarks(found);
    add_kernel(files, found);
    return found;
}

}  // namespace fstune::probes
