#include "knowledge/diagnosis/mount_options/check.h"

#include <algorithm>

namespace fstune::knowledge::diagnosis {

OptionReport check_mount_options(const MountOptions& mount, const Context& context) {
    OptionReport report;
    check_known(mount, context, report);
    check_contradictions(mount, context, report);
    if (mount.filesystem.starts_with("ext")) check_ext(mount, context, report);
    if (mount.filesystem == "xfs") check_xfs(mount, context, report);
    if (mount.filesystem == "btrfs") check_btrfs(mount, context, report);
    return report;
}

std::vector<std::string> edited(const std::vector<std::string>& options,
                                const std::vector<OptionEdit>& edits) {
    std::vector<std::string> kept;
    for (const auto& option : options) {
        const auto edit = std::ranges::find(edits, option, &OptionEdit::option);
        const auto& text = edit == edits.end() ? option : edit->replacement;
        if (!text.empty()) kept.push_back(text);
    }
    return kept;
}

}  // namespace fstune::knowledge::diagnosis
