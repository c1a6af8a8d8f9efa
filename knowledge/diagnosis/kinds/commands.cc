// Command lines: mkfs, mount, fio; and fio job files.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/diagnosis/mount_options/table.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

using Words = std::vector<std::string_view>;

// The filesystem of "mkfs.xfs", "mke2fs", "mkfs -t ext4"; empty: no mkfs.
std::string mkfs_of(const Words& words, std::size_t& at) {
    for (at = 0; at < words.size(); ++at) {
        auto word = words[at].substr(words[at].rfind('/') + 1);
        if (word.starts_with("mkfs.") && word.size() > 5 && word.size() < 16 &&
            !word.ends_with(':'))
            return std::string(word.substr(5));
        if (word == "mke2fs") return "ext2";
        if (word == "mkfs" && at + 2 < words.size() && words[at + 1] == "-t")
            return std::string(words[at + 2]);
    }
    return {};
}

// "size=64k,version=2" after -n or glued to it, by "n.size".
std::map<std::string, std::string> xfs_options(const Words& words, std::size_t at) {
    std::map<std::string, std::string> options;
    for (std::size_t i = at + 1; i < words.size(); ++i) {
        auto word = words[i];
        if (word.size() < 2 || word[0] != '-') continue;
        const auto letter = std::string(1, word[1]);
        auto rest = word.substr(2);
        if (rest.empty() && i + 1 < words.size() &&
            std::string_view("bdilmnrs").find(word[1]) != word.npos)
            rest = words[++i];
        options.try_emplace(letter, "");
        for (const auto part : split(rest, ','))
            if (!part.empty())
                options[letter + "." + std::string(option_name(part))] = option_value(part);
    }
    return options;
}

std::uint64_t size_in(const std::map<std::string, std::string>& options, const std::string& name) {
    const auto at = options.find(name);
    if (at == options.end()) return 0;
    const auto size = parse_size(at->second);
    return size ? *size : 0;
}

void add(Findings& findings, std::string_view code, std::string_view subject, std::string message,
         std::string advice, Values values = {}) {
    if (findings.size() < 1000)
        findings.push_back(
            finding(code, subject, std::move(message), std::move(advice), std::move(values)));
}

void check_block(std::string_view fs, std::uint64_t block, const Context& context,
                 Findings& findings) {
    if (block == 0) return;
    if (block > context.page_size && fs == "xfs" &&
        (!context.kernel || *context.kernel < Version{6, 12, 0}))
        add(findings, "block-size-above-page-size", "-b",
            fmt::format("blocks of {} bytes are larger than the page of {}: they mount only on "
                        "kernel 6.12 or "
                        "later",
                        block, context.page_size),
            fmt::format("use at most {} on older kernels", context.page_size),
            {{"block_size", whole(block)}, {"most", whole(context.page_size)}});
    if (context.physical_block_size > block)
        add(findings, "block-size-below-physical", "-b",
            fmt::format("blocks of {} bytes on physical blocks of {}: the drive reads, changes and "
                        "writes back",
                        block, context.physical_block_size),
            fmt::format("use block and sector size {}", context.physical_block_size),
            {{"proposed_block_size", whole(context.physical_block_size)}});
}

void check_mkfs_xfs(const Words& words, std::size_t at, const Context& context,
                    Findings& findings) {
    const auto options = xfs_options(words, at);
    const auto has = [&](const char* name) { return options.contains(name); };
    check_block("xfs", size_in(options, "b.size"), context, findings);
    if (size_in(options, "n.size") > std::max<std::uint64_t>(4096, size_in(options, "b.size")))
        add(findings, "large-directory-blocks", "-n",
            "directory blocks above the default need contiguous memory: crashes under load have "
            "been reported, "
            "which no probe shows",
            "leave -n size out", {{"directory_block_size", whole(size_in(options, "n.size"))}});
    if (const auto size = size_in(options, "i.size"); size != 0 && size < 512)
        add(findings, "mkfs-refused", "-i",
            "inodes of less than 512 bytes are refused with checksums", "use -i size=512 or more");
    const auto crc = options.find("m.crc");
    if (crc != options.end() && crc->second == "0")
        add(findings, "xfs-v4", "-m",
            "-m crc=0 makes XFS version 4, which new kernels do not mount", "leave it out");
    const bool su = has("d.su"), sw = has("d.sw"), sunit = has("d.sunit"), swidth = has("d.swidth");
    if ((su || sw) && (sunit || swidth))
        add(findings, "mkfs-refused", "-d", "two unit systems are mixed: su/sw and sunit/swidth",
            "give su (bytes) and sw (data disks), or sunit and swidth (512-byte units)");
    else if (su != sw || sunit != swidth)
        add(findings, "mkfs-refused", "-d",
            "half a stripe: su and sw, or sunit and swidth, are given together", "give both");
    if (has("d.agcount") && (su || sunit))
        add(findings, "agsize-multiple-of-stripe", "-d",
            "a forced agcount on a stripe can start all allocation groups on one disk",
            "leave agcount to mkfs, or give agsize one stripe unit less");
    if (context.device_size != 0 && context.device_size < (std::uint64_t{300} << 20))
        add(findings, "xfs-too-small", "mkfs.xfs", "the device is below 300 MiB", "use ext4");
}

void check_mkfs_ext(const Words& words, std::size_t at, const Context& context,
                    Findings& findings) {
    bool cluster = false, bigalloc = false;
    for (std::size_t i = at + 1; i + 1 < words.size(); ++i) {
        cluster |= words[i] == "-C";
        bigalloc |=
            words[i].starts_with("-O") && (words[i].find("bigalloc") != words[i].npos ||
                                           words[i + 1].find("bigalloc") != words[i + 1].npos);
        if (words[i] == "-b")
            check_block("ext4", parse_size(words[i + 1]).value_or(0), context, findings);
        if (words[i] == "-T" && words[i + 1].starts_with("largefile"))
            add(findings, "few-inodes", "-T",
                fmt::format("-T {} makes one inode for 1 MiB (largefile) or 4 MiB (largefile4): "
                            "fast to make, but "
                            "small files run out of inodes",
                            words[i + 1]),
                "use -i 65536 or less unless all files are large");
    }
    if (cluster && !bigalloc)
        add(findings, "mkfs-refused", "-C", "-C needs bigalloc",
            "add -O bigalloc, or leave -C out");
}

bool forces(const Words& words, std::size_t at, std::string_view fs) {
    const std::string_view flag = fs.starts_with("ext") ? "-F" : "-f";
    return std::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), flag) !=
               words.end() ||
           std::find(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(), "--force") !=
               words.end();
}

void check_mkfs(const Words& words, const Context& context, Findings& findings) {
    std::size_t at = 0;
    const auto fs = mkfs_of(words, at);
    if (forces(words, at, fs))
        add(findings, "force-removes-last-guard", words[at],
            "with force, mkfs no longer stops at what is on the device (mkfs.ext4 without a "
            "terminal does not "
            "stop even without it)",
            "force only after own checks: mounts, holders, signatures, partition table, swap, "
            "read-only");
    if (fs == "xfs") check_mkfs_xfs(words, at, context, findings);
    if (fs.starts_with("ext")) check_mkfs_ext(words, at, context, findings);
    if (fs == "ext4" &&
        std::ranges::none_of(words, [](auto w) { return w.find("lazy_itable_init") != w.npos; }) &&
        context.workload == "probe")
        add(findings, "lazy-initialisation", "mkfs.ext4",
            "ext4lazyinit writes in the background after the first mount and disturbs probes",
            "for probes: -E lazy_itable_init=0,lazy_journal_init=0, or mount with noinit_itable");
    if (fs == "btrfs" &&
        std::ranges::none_of(words, [](auto w) { return w == "-m" || w == "--metadata"; }))
        add(findings, "metadata-profile-not-given", "mkfs.btrfs",
            "the default metadata profile changed: on one SSD single before btrfs-progs 5.15, dup "
            "since",
            "give -m explicitly when comparing; single only with consent");
}

bool is_mkfs_line(const Words& words) {
    std::size_t at = 0;
    return !words.empty() && !mkfs_of(words, at).empty() && at + 1 < words.size() &&
           std::ranges::none_of(words,
                                [](auto w) { return w.starts_with("says") || w == "Usage:"; });
}

bool is_mount_line(const Words& words) {
    return words.size() >= 3 &&
           (words[0] == "mount" || (words[0] == "sudo" && words[1] == "mount")) &&
           std::find(words.begin(), words.end(), "-o") != words.end();
}

void check_mount(const Words& words, const Context& context, Findings& findings) {
    MountOptions mount;
    mount.filesystem = context.filesystem;
    mount.subject = std::string(words.back());
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        if (words[i] == "-t") mount.filesystem = words[i + 1];
        if (words[i] == "-o")
            for (auto& option : split_options(words[i + 1]))
                mount.options.push_back(std::move(option));
    }
    mount.remount = std::ranges::find(mount.options, "remount") != mount.options.end();
    mount.root = words.back() == "/";
    auto report = check_mount_options(mount, context);
    findings.insert(findings.end(), report.findings.begin(), report.findings.end());
}

// fio options of a command line or a job file.
std::map<std::string, std::string> fio_options(std::string_view text) {
    std::map<std::string, std::string> options;
    for_each_line(text, [&](std::string_view line) {
        for (auto word : split_words(line)) {
            while (word.starts_with('-')) word.remove_prefix(1);
            if (word.ends_with(',')) word.remove_suffix(1);
            for (const auto part : split(word, ','))
                if (part.find('=') != part.npos && options.size() < 1000)
                    options.try_emplace(std::string(option_name(part)), option_value(part));
        }
    });
    return options;
}

bool is_fio_line(std::string_view text) {
    const auto options = fio_options(text);
    int known = 0;
    for (const auto* name : {"rw", "readwrite", "bs", "size", "numjobs", "ioengine", "iodepth",
                             "filename", "runtime", "direct", "time_based", "blocksize"})
        known += options.contains(name) ? 1 : 0;
    return known >= 2 &&
           (options.contains("rw") || options.contains("size") || options.contains("ioengine"));
}

void check_fio_options(std::string_view text, const Context& context, Findings& findings) {
    auto options = fio_options(text);
    const auto jobs = number_of<std::uint64_t>(options["numjobs"]).value_or(1);
    const auto size = options["size"];
    const bool direct = options["direct"] == "1";
    const bool fsync =
        options.contains("fsync") || options["end_fsync"] == "1" || options.contains("fdatasync");
    if (jobs > 1 && size.ends_with('%'))
        add(findings, "size-is-per-job", "size",
            fmt::format("size={} is for each of {} jobs: the device is written {} times", size,
                        jobs, jobs),
            "volume of pre-conditioning = numjobs x size: use one job, or offsets; pass once; "
            "group writes, then "
            "reads, with ramp_time",
            {{"numjobs", whole(jobs)}});
    const auto bytes = parse_size(size);
    if (bytes && !direct && context.memory != 0 && times(*bytes, jobs) / 2 < context.memory)
        add(findings, "data-set-too-small", "size",
            fmt::format("a data set of {} against {} of memory: the page cache hides the device",
                        format_size(times(*bytes, jobs)), format_size(context.memory)),
            "use at least twice the memory, or direct=1; regressions of buffered writes show only "
            "so, and "
            "without fsync");
    else if (bytes && !direct && context.memory == 0)
        add(findings, "buffered-run", "direct",
            "buffered: it measures the page cache unless the data set is at least twice the memory",
            fsync ? "fsync hides regressions of buffered writes; use a data set of twice the "
                    "memory without it"
                  : "use a data set of at least twice the memory, or direct=1; record the kernel "
                    "with the baseline");
}

bool recognises(std::string_view text) {
    bool found = false;
    for_each_line(text, [&](std::string_view line) {
        if (found || line.size() > 4096) return;
        const auto words = split_words(line);
        found = is_mkfs_line(words) || is_mount_line(words);
    });
    return found || (text.size() < 65536 && text.find('{') == text.npos && is_fio_line(text));
}

void examine(std::string_view text, const Context& context, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        if (line.size() > 4096 || line.starts_with('#')) return;
        const auto words = split_words(line);
        if (is_mkfs_line(words)) check_mkfs(words, context, findings);
        if (is_mount_line(words)) check_mount(words, context, findings);
    });
    if (text.size() < 65536 && is_fio_line(text)) check_fio_options(text, context, findings);
}

// "nodatacow,compress=zstd": one line of known options. The filesystem is --fs, or the only one
// that takes them all.
std::string_view only_line(std::string_view text) {
    std::string_view one;
    int lines = 0;
    for_each_line(text, [&](std::string_view line) {
        if (!trim(line).empty()) one = trim(line), ++lines;
    });
    return lines == 1 && one.size() < 4096 ? one : std::string_view{};
}

std::string owner_of(const std::vector<std::string>& options) {
    for (const auto& fs : filesystem_options()) {
        const bool all = std::ranges::all_of(options, [&](const auto& option) {
            return is_generic_option(option_name(option)) ||
                   find_option(fs, option_name(option)) != nullptr;
        });
        if (all) return std::string(fs.filesystem);
    }
    return {};
}

bool is_mount_options(std::string_view text) {
    const auto line = only_line(text);
    if (line.empty() || line.find_first_of(" \t{") != line.npos) return false;
    const auto options = split_options(line);
    return !options.empty() && std::ranges::any_of(options, [](const auto& option) {
        const auto name = option_name(option);
        return is_generic_option(name) || !owner_of({std::string(name)}).empty();
    });
}

void examine_mount_options(std::string_view text, const Context& context, Findings& findings) {
    MountOptions mount;
    mount.subject = "mount options";
    mount.options = split_options(only_line(text));
    mount.filesystem = context.filesystem.empty() ? owner_of(mount.options) : context.filesystem;
    auto report = check_mount_options(mount, context);
    findings.insert(findings.end(), report.findings.begin(), report.findings.end());
}

}  // namespace

Kind command_kind() {
    return {"command", "mkfs, mount or fio command lines", recognises, nullptr, examine};
}
Kind mount_options_kind() {
    return {"mount-options", "one line of mount options", is_mount_options,
            nullptr,         examine_mount_options,       true};
}

}  // namespace fstune::knowledge::diagnosis
