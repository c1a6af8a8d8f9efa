// The commands that make each filesystem, without any choice of ours.
//
// Source: the man page of each mkfs; ext 1.47.0, xfs 6.1.0, btrfs 6.2, f2fs 1.15.0, nilfs 2.2.9,
// jfs 1.1.15, reiserfs 3.6.27.
#pragma once

#include <string>
#include <vector>

namespace fstune::knowledge {

struct MkfsOption {
    std::string flag;
    std::string text;  // empty: a flag alone
};

// What every mkfs of a kind is called with. Force is safe only because the guard has decided
// before; without it most stop at the filesystem of the trial before, or ask.
std::vector<std::string> plain_mkfs(const std::string& filesystem);

// A probe must not measure what mkfs leaves for later, nor wait for discards.
std::vector<MkfsOption> probe_options(const std::string& filesystem);

}  // namespace fstune::knowledge
