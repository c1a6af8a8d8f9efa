// Options that undo each other: the kernel keeps the last without a word.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "knowledge/diagnosis/mount_options/check.h"
#include "knowledge/readers/fstab.h"

namespace fstune::knowledge::diagnosis {

namespace {

struct Pair {
    std::string_view one, other;
};

// Beside every "x" with "nox".
constexpr auto pairs = std::to_array<Pair>({{"ro", "rw"},
                                            {"sync", "async"},
                                            {"noatime", "relatime"},
                                            {"noatime", "strictatime"},
                                            {"relatime", "strictatime"},
                                            {"inode32", "inode64"},
                                            {"bsddf", "minixdf"},
                                            {"noload", "journal_async_commit"},
                                            {"dioread_nolock", "dioread_lock"},
                                            {"bsdgroups", "sysvgroups"},
                                            {"grpid", "sysvgroups"}});

bool opposite(std::string_view a, std::string_view b) {
    // norelatime beside noatime is only redundant; nofail and noauto oppose nothing else.
    const auto negates = [](std::string_view x, std::string_view y) {
        return y.starts_with("no") && y.substr(2) == x;
    };
    return negates(a, b) || negates(b, a) || std::ranges::any_of(pairs, [&](const Pair& pair) {
               return (a == pair.one && b == pair.other) || (a == pair.other && b == pair.one);
           });
}

// "barrier=0" is "nobarrier".
std::string_view meaning_of(std::string_view option) {
    if (option == "barrier=0") return "nobarrier";
    if (option == "barrier=1") return "barrier";
    return option_name(option);
}

bool may_repeat(std::string_view name) {
    return name.starts_with("x-") || name.starts_with("X-") || name == "device" ||
           name == "compress_extension" || name == "nocompress_extension" || name == "comment";
}

void contradiction(const MountOptions& mount, const std::string& first, const std::string& last,
                   OptionReport& report) {
    report.findings.push_back(finding(
        "contradictory-options", mount.subject,
        fmt::format("{} and {} contradict each other; the last one, {}, wins", first, last, last),
        fmt::format("keep one of them, and read /proc/mounts after the mount"),
        {{"options", std::vector<std::string>{first, last}}, {"wins", last}}));
    report.drop(first);
}

}  // namespace

void check_contradictions(const MountOptions& mount, const Context&, OptionReport& report) {
    const auto& options = mount.options;
    // Nothing that a person writes has more; the loop below is quadratic.
    const auto count = std::min<std::size_t>(options.size(), 200);
    for (std::size_t last = 1; last < count; ++last)
        for (std::size_t first = 0; first < last; ++first) {
            const auto a = meaning_of(options[first]), b = meaning_of(options[last]);
            if (opposite(a, b) || (a == b && options[first] != options[last] && !may_repeat(a)))
                contradiction(mount, options[first], options[last], report);
        }
    if (std::ranges::find(options, "norelatime") != options.end() &&
        std::ranges::find(options, "noatime") != options.end()) {
        report.findings.push_back(
            finding("redundant-option", mount.subject, "norelatime is redundant beside noatime",
                    "remove norelatime", {{"option", std::string("norelatime")}}));
        report.drop("norelatime");
    }
}

}  // namespace fstune::knowledge::diagnosis
