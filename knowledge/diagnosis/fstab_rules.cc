#include "knowledge/diagnosis/fstab_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

template <std::size_t Count>
bool one_of(std::string_view text, const std::array<std::string_view, Count>& list) {
    return std::ranges::find(list, text) != list.end();
}

// /dev/sda1, /dev/nvme0n1p2, /dev/dm-3: numbered in the order of discovery. Not /dev/mapper/x,
// /dev/vg/lv, /dev/disk/by-*, /dev/md/name, which are names that someone gave.
bool is_kernel_name(std::string_view source) {
    if (!source.starts_with("/dev/")) return false;
    const auto name = source.substr(5);
    if (name.find('/') != std::string_view::npos) return false;
    constexpr std::array<std::string_view, 8> prefixes = {"sd",   "hd", "vd",     "xvd",
                                                          "nvme", "md", "mmcblk", "dm-"};
    return std::ranges::any_of(prefixes, [&](auto prefix) {
        return name.starts_with(prefix) && name.size() > prefix.size();
    });
}

bool is_swap(const FstabEntry& entry) { return entry.filesystem == "swap"; }

bool needed_for_boot(std::string_view target) {
    constexpr std::array<std::string_view, 8> system = {"/",     "/usr",      "/var", "/etc",
                                                        "/boot", "/boot/efi", "/efi", "/home"};
    return one_of(target, system);
}

// fsck does nothing useful on these, or there is nothing to check.
bool has_no_fsck(std::string_view filesystem) {
    constexpr std::array<std::string_view, 20> list = {
        "xfs",      "btrfs",  "tmpfs",   "nfs",      "nfs4",   "cifs", "swap",
        "proc",     "sysfs",  "overlay", "iso9660",  "udf",    "zfs",  "9p",
        "squashfs", "devpts", "ceph",    "bcachefs", "nilfs2", "none"};
    return one_of(filesystem, list);
}

// What usually runs below a mount point of that name.
std::string workload_at(std::string_view target) {
    constexpr std::array<std::string_view, 11> databases = {
        "postgres", "pgsql", "mysql",  "mariadb",   "mongo",        "database",
        "oracle",   "redis", "influx", "cassandra", "elasticsearch"};
    constexpr std::array<std::string_view, 5> machines = {"libvirt", "/images", "qemu", "/vm",
                                                          "virtualbox"};
    const auto name = to_lower(target);
    const auto names = [&](auto word) { return name.find(word) != name.npos; };
    if (std::ranges::any_of(databases, names)) return "database";
    return std::ranges::any_of(machines, names) ? "virtual machines" : "";
}

// One entry under the rules; edits `entry` towards the corrected line.
struct EntryCheck {
    FstabEntry& entry;
    Findings& findings;

    void add(std::string_view code, std::string message, std::string advice, Values values = {}) {
        values["line"] = std::int64_t{entry.line};
        findings.push_back(finding(code, is_swap(entry) ? entry.source : entry.target,
                                   std::move(message), std::move(advice), std::move(values)));
    }

    bool root() const { return entry.target == "/"; }

    void fields() {
        if (!entry.target.starts_with('/') && entry.target != "none" && entry.target != "swap")
            add("bad-fstab-line",
                fmt::format("the mount point {} is not an absolute path", entry.target),
                "write the whole path");
        if (!entry.numbers_valid)
            add("bad-fstab-line",
                "the fifth or sixth field is not a number; a blank inside the options shifts "
                "fields",
                "write options without blanks, then dump and pass as numbers");
    }

    void source() {
        if (!is_kernel_name(entry.source)) return;
        add("kernel-name-in-fstab",
            fmt::format("{} is a kernel name: the number can change at every boot", entry.source),
            fmt::format("write UUID=... (blkid -s UUID -o value {})", entry.source),
            {{"source", entry.source}});
    }

    void failure() {
        const bool optional = entry.has("nofail") || entry.has("noauto");
        if (root() && entry.has("nofail"))
            add("nofail-on-root", "nofail on / means nothing: the system cannot run without it",
                "remove nofail");
        if (optional || is_swap(entry) || needed_for_boot(entry.target) ||
            !is_kernel_name(entry.source))
            return;
        add("missing-nofail", "if this device is missing, the boot stops in emergency mode",
            entry.pass == 0
                ? "add nofail,x-systemd.device-timeout=10s"
                : "add nofail,x-systemd.device-timeout=10s, and write pass 0: nofail does not "
                  "cover a failed check");
        entry.pass = 0;
        entry.options.emplace_back("nofail");
        if (!entry.has("x-systemd.device-timeout"))
            entry.options.emplace_back("x-systemd.device-timeout=10s");
    }

    void fsck() {
        const bool bind = entry.has("bind") || entry.has("rbind");
        if (entry.pass == 0) return;
        if (has_no_fsck(entry.filesystem) || bind) {
            add("fsck-pass-not-zero",
                fmt::format("pass {} on {}: there is no check at boot for it", entry.pass,
                            bind ? "a bind mount" : entry.filesystem),
                "write pass 0", {{"pass", std::int64_t{entry.pass}}});
            entry.pass = 0;
        } else if (entry.has("nofail") && !root()) {
            add("nofail-with-fsck",
                "nofail does not cover fsck: a failed check of this device drops the boot to "
                "emergency mode",
                "write pass 0 for a scratch or data filesystem",
                {{"pass", std::int64_t{entry.pass}}});
            entry.pass = 0;
        } else if (!root() && entry.pass == 1) {
            add("fsck-pass-order", "pass 1 is for /; others are checked after it with pass 2",
                "write pass 2", {{"pass", std::int64_t{entry.pass}}});
            entry.pass = 2;
        }
    }

    void options(const Context& context) {
        // "ext4" of "ext4,auto": the first is tried first.
        const auto filesystem = split(entry.filesystem, ',').front();
        auto known = context;
        if (known.workload.empty()) known.workload = workload_at(entry.target);
        auto report = check_mount_options(
            {entry.target, std::string(filesystem), entry.options, root(), entry.has("remount")},
            known);
        for (auto& one : report.findings) {
            one.values["line"] = std::int64_t{entry.line};
            findings.push_back(std::move(one));
        }
        entry.options = edited(entry.options, report.edits);
    }
};

void duplicates(const Fstab& fstab, Findings& findings) {
    std::map<std::string, int> first_line;
    for (const auto& entry : fstab.entries) {
        if (!entry.target.starts_with('/')) continue;
        auto target = entry.target;
        while (target.size() > 1 && target.ends_with('/')) target.pop_back();
        const auto [at, fresh] = first_line.try_emplace(target, entry.line);
        if (fresh) continue;
        findings.push_back(finding(
            "duplicate-mount-point", target,
            fmt::format("{} is the mount point of line {} and of line {}", target, at->second,
                        entry.line),
            "remove or comment out one of them; the later hides the earlier",
            {{"line", std::int64_t{entry.line}}, {"first_line", std::int64_t{at->second}}}));
    }
}

}  // namespace

LintedFstab lint_fstab(std::string_view text, const Context& context) {
    auto fstab = read_fstab(text);
    LintedFstab linted;
    duplicates(fstab, linted.findings);
    for (const auto& line : fstab.lines) {
        auto out = line.text;
        if (line.entry >= 0) {
            auto& entry = fstab.entries[static_cast<std::size_t>(line.entry)];
            const auto before = entry;
            EntryCheck check{entry, linted.findings};
            check.fields();
            check.source();
            if (entry.numbers_valid) {
                check.options(context);
                check.failure();
                check.fsck();
            }
            if (entry.options != before.options || entry.pass != before.pass)
                out = rewritten(line.text, entry);
        }
        linted.corrected += out;
        linted.corrected += fstab.crlf ? "\r\n" : "\n";
    }
    if (!fstab.ends_with_newline && !linted.corrected.empty())
        linted.corrected.resize(linted.corrected.size() - (fstab.crlf ? 2 : 1));
    return linted;
}

}  // namespace fstune::knowledge::diagnosis
