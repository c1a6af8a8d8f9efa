#include "probes/host/left_behind.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>

#include "probes/host/device_tree.h"
#include "probes/host/ledger.h"
#include "probes/host/queue_settings.h"

namespace fstune::probes {

namespace {

void put_back(Files& files, const LeftLedger& left, CleanedUp& said) {
    const auto& disk = left.owner.disk;
    const auto generation = DeviceTree(files).attribute(disk, "diskseq");
    const bool same = !disk.empty() && DeviceTree(files).number(disk) == left.owner.number &&
                      (generation.empty() ? "0" : generation) == left.owner.generation;
    const auto restored = same ? restore_queue(files, disk, left.values) : Result<void>();
    if (!restored) {
        said.not_done.push_back(restored.error().message);
        return;
    }
    left.done();
    if (left.values.empty()) return;
    said.done.push_back(same ? "queue settings of " + disk + " put back"
                             : disk + " is gone, and its queue settings with it");
}

std::vector<std::string> paths_in(const Files& files, const std::string& folder) {
    auto names = files.list(folder).value_or(std::vector<std::string>{});
    for (auto& name : names) name.insert(0, folder + "/");
    return names;
}

// "mnt.PID.XXXXXX" of a process that lives no more. Its mounts went with its namespace.
bool is_dead_mount_folder(const std::string& name) {
    if (!name.starts_with("mnt.")) return false;
    pid_t pid = 0;
    const auto end = name.data() + name.size();
    const auto parsed = std::from_chars(name.data() + 4, end, pid);
    return parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == '.' && pid > 0 &&
           kill(pid, 0) != 0 && errno == ESRCH;
}

}  // namespace

Result<void> unmount_own(Files& files, Mounts& mounts, const std::string& folder) {
    const auto own = fmt::format("{}/mnt.{}.", folder, getpid());
    const auto entries = mounts.list();
    if (!entries) return tl::unexpected(entries.error());
    Result<void> first;
    for (const auto& entry : *entries)
        if (entry.target.starts_with(own))
            if (auto done = mounts.unmount(entry.target); !done && first) first = done;
    for (const auto& path : paths_in(files, folder))
        if (path.starts_with(own))
            if (auto done = files.remove_directory(path); !done && first) first = done;
    return first;
}

Result<CleanedUp> clean_up(Files& files, const std::string& folder) {
    const auto ledgers = left_ledgers(folder);
    if (!ledgers) return tl::unexpected(ledgers.error());
    CleanedUp said;
    for (const auto& left : *ledgers) put_back(files, left, said);
    for (const auto& path : paths_in(files, folder)) {
        if (!is_dead_mount_folder(path.substr(folder.size() + 1))) continue;
        if (auto done = files.remove_directory(path); !done)
            said.not_done.push_back(done.error().message);
    }
    return said;
}

}  // namespace fstune::probes
