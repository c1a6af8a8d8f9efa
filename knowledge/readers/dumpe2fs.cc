#include "knowledge/readers/dumpe2fs.h"

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

std::uint64_t number_in(const ExtSuperblock& superblock, const std::string& name) {
    const auto field = superblock.fields.find(name);
    if (field == superblock.fields.end()) return 0;
    return number_at_front<std::uint64_t>(field->second).value_or(0);
}

void take_line_of(std::string_view line, ExtSuperblock& superblock) {
    if (line.starts_with("tune2fs ") || line.starts_with("dumpe2fs "))
        if (const auto words = split_words(line); words.size() > 1)
            superblock.program_version = words[1];
    const auto colon = line.find(':');
    if (colon == std::string_view::npos || line.starts_with('#')) return;
    // The first superblock counts: group lists repeat some names after it.
    superblock.fields.try_emplace(std::string(trim(line.substr(0, colon))),
                                  trim(line.substr(colon + 1)));
}

}  // namespace

std::string ExtSuperblock::filesystem() const {
    for (const auto* feature :
         {"extent", "extents", "64bit", "flex_bg", "bigalloc", "metadata_csum", "uninit_bg",
          "huge_file", "extra_isize", "dir_nlink"})
        if (has(feature)) return "ext4";
    return has("has_journal") ? "ext3" : "ext2";
}

bool is_dumpe2fs(std::string_view text) {
    return text.find("Filesystem features:") != std::string_view::npos ||
           (text.find("Filesystem magic number:") != std::string_view::npos &&
            text.find("Inode count:") != std::string_view::npos);
}

Result<ExtSuperblock> read_dumpe2fs(std::string_view text) {
    ExtSuperblock superblock;
    int lines = 0;
    // A superblock has some 70 lines; a list of groups after it may have millions.
    while (!text.empty() && lines++ < 1000) take_line_of(take_line(text), superblock);
    if (const auto at = superblock.fields.find("Filesystem features");
        at != superblock.fields.end())
        for (const auto word : split_words(at->second)) superblock.features.emplace(word);
    superblock.block_size = number_in(superblock, "Block size");
    superblock.block_count = number_in(superblock, "Block count");
    superblock.free_blocks = number_in(superblock, "Free blocks");
    superblock.inode_count = number_in(superblock, "Inode count");
    superblock.free_inodes = number_in(superblock, "Free inodes");
    superblock.inode_size = number_in(superblock, "Inode size");
    superblock.cluster_size = number_in(superblock, "Cluster size");
    superblock.stride = number_in(superblock, "RAID stride");
    superblock.stripe_width = number_in(superblock, "RAID stripe width");
    superblock.blocks_per_group = number_in(superblock, "Blocks per group");
    superblock.descriptor_size = number_in(superblock, "Group descriptor size");
    superblock.reserved_gdt_blocks = number_in(superblock, "Reserved GDT blocks");
    if (superblock.block_size == 0 || superblock.block_count == 0)
        return fail(
            ErrorCode::bad_input,
            "the superblock is cut off: no 'Block size' or 'Block count' line; give the whole "
            "output of dumpe2fs -h");
    return superblock;
}

}  // namespace fstune::knowledge
