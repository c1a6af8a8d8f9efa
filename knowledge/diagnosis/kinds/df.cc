#include "knowledge/readers/df.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

void inodes_gone(const DfRow& inodes, const DfRow* space, Findings& findings) {
    Values values = {{"inodes", whole(inodes.total)}, {"inodes_used", whole(inodes.used)}};
    std::string advice =
        "the number of inodes cannot be changed later: make the filesystem anew with a "
        "smaller -i (bytes for each inode)";
    std::string sizes;
    if (space != nullptr && inodes.used != 0) {
        const auto per_inode = space->total / inodes.total, average = space->used / inodes.used;
        // Room for four times as many files as the stored ones would need, within mke2fs's range.
        const auto proposed = std::clamp<std::uint64_t>(
            std::bit_floor(std::max<std::uint64_t>(average / 4, 1)), 4096, 65536);
        values["bytes_per_inode"] = whole(per_inode);
        values["average_file_bytes"] = whole(average);
        values["proposed_bytes_per_inode"] = whole(proposed);
        sizes = fmt::format(
            ": one inode for {}, while the stored files average {}; the space is only "
            "{:.0f} % full",
            format_size(per_inode), format_size(average),
            100.0 * static_cast<double>(space->used) / static_cast<double>(space->total));
        advice += fmt::format(", such as -i {}, and at most {}", proposed,
                              std::bit_floor(std::max<std::uint64_t>(average, 1)));
    }
    findings.push_back(finding("inode-exhaustion", inodes.mount_point,
                               fmt::format("{} of {} inodes are used{}: new files fail with ENOSPC",
                                           inodes.used, inodes.total, sizes),
                               advice, values));
}

void examine(std::string_view text, const Context&, Findings& findings) {
    const auto df = read_df(text);
    for (const auto& row : df.inodes) {
        const auto space = std::ranges::find(df.space, row.mount_point, &DfRow::mount_point);
        if (row.used > row.total - row.total / 20 && row.total > 100)
            inodes_gone(row, space == df.space.end() ? nullptr : &*space, findings);
    }
    for (const auto& row : df.space)
        if (row.total > 0 && row.available < row.total / 50 && row.used > row.total / 2)
            findings.push_back(
                finding("filesystem-full", row.mount_point,
                        fmt::format("{} of {} are used: a full filesystem fragments, and its "
                                    "measurements say nothing of a fresh one",
                                    format_size(row.used), format_size(row.total)),
                        "free some space before measuring"));
}

}  // namespace

Kind df_kind() { return {"df", "df -i and df", is_df, nullptr, examine}; }

}  // namespace fstune::knowledge::diagnosis
