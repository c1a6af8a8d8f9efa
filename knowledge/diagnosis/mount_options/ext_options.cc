// The options of ext2, ext3 and ext4: one list, with who takes each. Mostly the driver of ext4
// mounts all three. Long because it is the list: one row an option.
#include <array>
#include <vector>

#include "knowledge/diagnosis/mount_options/tables.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr unsigned ext2 = 1, ext3 = 2, ext4 = 4;
constexpr unsigned journalled = ext3 | ext4, all = ext2 | ext3 | ext4;

struct Row {
    unsigned taken_by;
    // name, since, does nothing since, removed in, what to write instead
    MountOption option;
};

constexpr auto rows = std::to_array<Row>({
    {all, {"acl", "", "", "", ""}},
    {all, {"user_xattr", "", "", "", ""}},
    {all, {"noacl", "", "", "6.3", ""}},
    {all, {"nouser_xattr", "", "", "6.3", ""}},
    {all, {"abort", "", "", "", ""}},
    {ext4, {"auto_da_alloc", "", "", "", ""}},
    {ext4, {"noauto_da_alloc", "", "", "", ""}},
    {all, {"barrier", "", "", "", ""}},
    {all, {"nobarrier", "", "", "", ""}},
    {all, {"block_validity", "", "", "", ""}},
    {all, {"noblock_validity", "", "", "", ""}},
    {all, {"bsddf", "", "", "", ""}},
    {all, {"minixdf", "", "", "", ""}},
    {all, {"bsdgroups", "", "", "", ""}},
    {all, {"grpid", "", "", "", ""}},
    {all, {"nogrpid", "", "", "", ""}},
    {all, {"sysvgroups", "", "", "", ""}},
    {journalled, {"commit", "", "", "", ""}},
    {journalled, {"data", "", "", "", ""}},
    {journalled, {"data_err", "", "", "", ""}},
    {all, {"dax", "4.0", "", "", ""}},
    {all, {"debug", "", "", "", ""}},
    {ext4, {"delalloc", "", "", "", ""}},
    {ext4, {"nodelalloc", "", "", "", ""}},
    {ext4, {"dioread_nolock", "", "", "", ""}},
    {ext4, {"dioread_lock", "", "", "", ""}},
    {ext4, {"nodioread_nolock", "", "", "", ""}},
    {all, {"discard", "", "", "", ""}},
    {all, {"nodiscard", "", "", "", ""}},
    {all, {"errors", "", "", "", ""}},
    {all, {"init_itable", "", "", "", ""}},
    {all, {"noinit_itable", "", "", "", ""}},
    {ext4, {"inlinecrypt", "5.8", "", "", ""}},
    {all, {"inode_readahead_blks", "", "", "", ""}},
    {all, {"i_version", "", "", "", ""}},
    {all, {"iversion", "", "", "", ""}},
    {ext4, {"journal_async_commit", "", "", "", ""}},
    {ext4, {"journal_checksum", "", "", "", ""}},
    {ext4, {"nojournal_checksum", "", "", "", ""}},
    {journalled, {"journal_dev", "", "", "", ""}},
    {journalled, {"journal_path", "", "", "", ""}},
    {ext4, {"journal_ioprio", "", "", "", ""}},
    {all, {"lazytime", "", "", "", ""}},
    {all, {"nolazytime", "", "", "", ""}},
    {ext4, {"max_batch_time", "", "", "", ""}},
    {ext4, {"min_batch_time", "", "", "", ""}},
    {all, {"max_dir_size_kb", "", "", "", ""}},
    {ext4, {"mb_optimize_scan", "5.13", "", "", ""}},
    {all, {"nombcache", "", "", "", ""}},
    {all, {"no_mbcache", "", "", "", ""}},
    {journalled, {"noload", "", "", "", ""}},
    {journalled, {"norecovery", "", "", "", ""}},
    {all, {"nouid32", "", "", "", ""}},
    {ext4, {"prefetch_block_bitmaps", "5.9", "5.17", "", ""}},
    {ext4, {"no_prefetch_block_bitmaps", "5.17", "", "", ""}},
    {all, {"quota", "", "", "", ""}},
    {all, {"noquota", "", "", "", ""}},
    {all, {"usrquota", "", "", "", ""}},
    {all, {"grpquota", "", "", "", ""}},
    {all, {"prjquota", "", "", "", ""}},
    {journalled, {"usrjquota", "", "", "", ""}},
    {journalled, {"grpjquota", "", "", "", ""}},
    {journalled, {"jqfmt", "", "", "", ""}},
    {all, {"resuid", "", "", "", ""}},
    {all, {"resgid", "", "", "", ""}},
    {all, {"sb", "", "", "", ""}},
    {all, {"stripe", "", "", "", ""}},
    {all, {"test_dummy_encryption", "", "", "", ""}},
    {all, {"warn_on_error", "", "", "", ""}},
    {all, {"nowarn_on_error", "", "", "", ""}},
    {ext4, {"fc_debug_force", "", "", "", ""}},
    {all, {"bh", "", "3.18", "", ""}},
    {all, {"nobh", "", "3.18", "", ""}},
    {all, {"orlov", "", "3.2", "", ""}},
    {all, {"oldalloc", "", "3.2", "", ""}},
    {all, {"mblk_io_submit", "", "3.9", "", ""}},
    {all, {"nomblk_io_submit", "", "3.9", "", ""}},
    {all, {"reservation", "", "2.6.28", "", ""}},
    {all, {"noreservation", "", "2.6.28", "", ""}},
    {all, {"check", "", "2.6.28", "", ""}},
    {all, {"nocheck", "", "2.6.28", "", ""}},
    {ext2, {"xip", "", "", "4.0", "dax"}},
    {ext3, {"journal", "", "", "", ""}},
});

std::vector<MountOption> taken_by(unsigned filesystem) {
    std::vector<MountOption> options;
    for (const auto& row : rows)
        if ((row.taken_by & filesystem) != 0) options.push_back(row.option);
    return options;
}

}  // namespace

std::span<const MountOption> ext2_mount_options() {
    static const auto options = taken_by(ext2);
    return options;
}

std::span<const MountOption> ext3_mount_options() {
    static const auto options = taken_by(ext3);
    return options;
}

std::span<const MountOption> ext4_mount_options() {
    static const auto options = taken_by(ext4);
    return options;
}

}  // namespace fstune::knowledge::diagnosis
