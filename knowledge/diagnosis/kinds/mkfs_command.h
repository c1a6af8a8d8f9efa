// What is wrong with a mkfs command line, or with its options in a configuration file
// ("osd mkfs options xfs = -f -n size=64k").
//
// Threads: safe.
#pragma once

#include <string_view>
#include <vector>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

using Words = std::vector<std::string_view>;

struct MkfsCommand {
    std::string filesystem;   // "ext4"; empty: no mkfs
    std::size_t options = 0;  // where they begin
};

MkfsCommand mkfs_command(const Words& words);

void check_mkfs(const MkfsCommand& command, const Words& words, const Context& context,
                Findings& findings);

}  // namespace fstune::knowledge::diagnosis
