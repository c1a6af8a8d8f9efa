#include <fmt/format.h>

#include <map>

#include "knowledge/diagnosis/kinds/mkfs_rules.h"
#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;

// "size=64k,version=2" after -n or glued to it, by "n.size".
class Options {
  public:
    explicit Options(const Words& words) {
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto word = words[i];
            if (word.size() < 2 || word[0] != '-') continue;
            auto rest = word.substr(2);
            if (rest.empty() && i + 1 < words.size() &&
                std::string_view("bdilmnrs").find(word[1]) != word.npos)
                rest = words[++i];
            for (const auto part : split(rest, ','))
                if (!part.empty() && values_.size() < 1000)
                    values_[std::string(1, word[1]) + "." + std::string(option_name(part))] =
                        option_value(part);
        }
    }
    bool has(const std::string& name) const { return values_.contains(name); }
    std::string text(const std::string& name) const {
        const auto at = values_.find(name);
        return at == values_.end() ? "" : at->second;
    }
    std::uint64_t size(const std::string& name) const {
        const auto text = this->text(name);
        return text.empty() ? 0 : parse_size(text).value_or(0);
    }

  private:
    std::map<std::string, std::string> values_;
};

void refused(Findings& findings, std::string_view option, std::string why, std::string advice) {
    if (findings.size() < 1000)
        findings.push_back(finding("mkfs-refused", option, std::move(why), std::move(advice)));
}

void check_stripe(const Options& options, Findings& findings) {
    const bool su = options.has("d.su"), sw = options.has("d.sw"), sunit = options.has("d.sunit"),
               swidth = options.has("d.swidth");
    if ((su || sw) && (sunit || swidth))
        return refused(findings, "-d", "two unit systems are mixed: su/sw and sunit/swidth",
                       "give su (bytes) and sw (data disks), or sunit and swidth (512-byte units)");
    if (su != sw || sunit != swidth)
        return refused(findings, "-d",
                       "half a stripe: su and sw, or sunit and swidth, are given together",
                       "give both");
    if (!sunit) return;
    const auto unit = number_of<std::uint64_t>(options.text("d.sunit")),
               width = number_of<std::uint64_t>(options.text("d.swidth"));
    if (!unit || !width)
        refused(findings, "-d", "sunit and swidth are counts of 512 bytes and take no suffix",
                "give su=64k,sw=DISKS where a size in bytes is meant");
    else if (*unit == 0 || *width % *unit != 0)
        refused(findings, "-d", fmt::format("swidth {} is no multiple of sunit {}", *width, *unit),
                "swidth = sunit x data disks");
}

void check_log(const Options& options, Findings& findings) {
    const auto unit = options.size("l.su");
    if (unit > 256 << 10)
        refused(
            findings, "-l",
            fmt::format("a log stripe unit of {} is above the most, 256 KiB", format_size(unit)),
            "give -l su=32k, up to su=256k; the stripe of the data stays as it is");
    const auto size = options.size("l.size");
    if (size != 0 && size < 64 * mebi)
        refused(findings, "-l",
                fmt::format("a log of {} is below the least, 64 MiB", format_size(size)),
                "leave -l size out, or give 64m or more");
    if (size >= 2048 * mebi)
        refused(findings, "-l",
                fmt::format("a log of {} is above the most, just below 2 GiB", format_size(size)),
                "leave -l size out, or give at most 2000m");
}

}  // namespace

void check_mkfs_xfs(const Words& words, const Context& context, Findings& findings) {
    const Options options(words);
    check_block_size("xfs", options.size("b.size"), context, findings);
    if (const auto sector = options.size("s.size");
        sector != 0 && context.logical_block_size > sector)
        refused(findings, "-s",
                fmt::format("sectors of {} on a device with sectors of {}", sector,
                            context.logical_block_size),
                fmt::format("give -s size={}", context.logical_block_size));
    if (options.size("n.size") > std::max<std::uint64_t>(4096, options.size("b.size")))
        findings.push_back(finding(
            "large-directory-blocks", "-n",
            "directory blocks above the default need contiguous memory: crashes under load have "
            "been reported, which no probe shows",
            "leave -n size out", {{"directory_block_size", whole(options.size("n.size"))}}));
    if (const auto size = options.size("i.size"); size != 0 && size < 512)
        refused(findings, "-i", "inodes of less than 512 bytes are refused with checksums",
                "use -i size=512 or more");
    if (options.text("m.crc") == "0")
        findings.push_back(finding("xfs-v4", "-m",
                                   "-m crc=0 makes XFS version 4, which new kernels do not mount",
                                   "leave it out"));
    check_stripe(options, findings);
    check_log(options, findings);
    if (options.has("d.agcount") && (options.has("d.su") || options.has("d.sunit")))
        findings.push_back(
            finding("agsize-multiple-of-stripe", "-d",
                    "a forced agcount on a stripe can start all allocation groups on one disk",
                    "leave agcount to mkfs, or give agsize one stripe unit less"));
    const auto size = context.device_size != 0 ? context.device_size : options.size("d.size");
    if (size != 0 && size < 300 * mebi)
        findings.push_back(
            finding("xfs-too-small", "mkfs.xfs",
                    fmt::format("{} is below the 300 MiB that mkfs.xfs 5.19 and later needs",
                                format_size(size)),
                    "use ext4", {{"minimum_bytes", whole(300 * mebi)}}));
}

}  // namespace fstune::knowledge::diagnosis
