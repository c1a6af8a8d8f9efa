#include "probes/host/linux_mounts.h"

#include <fmt/format.h>
#include <libmount/libmount.h>
#include <sys/sysmacros.h>

#include <algorithm>
#include <memory>
#include <thread>

namespace fstune::probes {

namespace {

struct FreeTable {
    void operator()(libmnt_table* table) const { mnt_unref_table(table); }
};
struct FreeIterator {
    void operator()(libmnt_iter* at) const { mnt_free_iter(at); }
};

std::string text(const char* value) { return value == nullptr ? "" : value; }

std::string trimmed(std::string message) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    return message;
}

MountEntry entry_of(libmnt_fs* fs) {
    const auto number = mnt_fs_get_devno(fs);
    return {text(mnt_fs_get_source(fs)),
            text(mnt_fs_get_target(fs)),
            text(mnt_fs_get_fstype(fs)),
            text(mnt_fs_get_options(fs)),
            major(number),
            minor(number)};
}

}  // namespace

Result<std::vector<MountEntry>> LinuxMounts::list() const {
    const std::unique_ptr<libmnt_table, FreeTable> table(
        mnt_new_table_from_file("/proc/self/mountinfo"));
    const std::unique_ptr<libmnt_iter, FreeIterator> at(mnt_new_iter(MNT_ITER_FORWARD));
    if (!table || !at)
        return fail(ErrorCode::failed, "cannot read /proc/self/mountinfo; is /proc mounted?");
    std::vector<MountEntry> entries;
    libmnt_fs* fs = nullptr;
    while (mnt_table_next_fs(table.get(), at.get(), &fs) == 0) entries.push_back(entry_of(fs));
    return entries;
}

Result<MountEntry> LinuxMounts::mount(const std::string& device, const std::string& target,
                                      const std::string& type, const std::string& options) {
    std::vector<std::string> argv{"mount", "-n", "-t", type};
    if (!options.empty()) argv.insert(argv.end(), {"-o", options});
    argv.insert(argv.end(), {"--", device, target});
    const auto done = process_.run({.argv = argv, .effect = Effect::mounts, .deadline = deadline_});
    if (!done) return tl::unexpected(done.error());
    if (done->exit_code != 0)
        return fail(ErrorCode::failed,
                    fmt::format("{}: {}", shell_quoted(argv), trimmed(done->err + done->out)));
    const auto entries = list();
    if (!entries) return tl::unexpected(entries.error());
    const auto found =
        std::find_if(entries->rbegin(), entries->rend(),
                     [&](const MountEntry& entry) { return entry.target == target; });
    if (found == entries->rend())
        return fail(ErrorCode::failed, shell_quoted(argv) + " succeeded and mounted nothing");
    return *found;
}

// A program that was killed may need a moment to let go of its files.
Result<void> LinuxMounts::unmount(const std::string& target) {
    using namespace std::chrono_literals;
    const std::vector<std::string> argv{"umount", "-n", "--", target};
    for (int tries = 0;; ++tries) {
        const auto done =
            process_.run({.argv = argv, .effect = Effect::mounts, .deadline = deadline_});
        if (!done) return tl::unexpected(done.error());
        if (done->exit_code == 0) return {};
        if (tries == 20 || done->err.find("busy") == std::string::npos)
            return fail(ErrorCode::failed,
                        fmt::format("{}: {}", shell_quoted(argv), trimmed(done->err + done->out)));
        std::this_thread::sleep_for(50ms);
    }
}

}  // namespace fstune::probes
