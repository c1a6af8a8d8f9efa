// What is wrong with the mount options of one mount, and how to write them.
//
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/diagnosis/context.h"
#include "knowledge/diagnosis/finding.h"

namespace fstune::knowledge::diagnosis {

struct MountOptions {
    std::string subject;     // mount point or device, for the findings
    std::string filesystem;  // "ext4"; "auto" and unknown ones get only the general checks
    std::vector<std::string> options;
    bool root = false;
    bool remount = false;
};

// An option to leave out (empty replacement) or to write otherwise.
struct OptionEdit {
    std::string option;
    std::string replacement;
};

struct OptionReport {
    Findings findings;
    std::vector<OptionEdit> edits;

    void drop(const std::string& option) { edits.push_back({option, ""}); }
    void replace(const std::string& option, std::string with) {
        edits.push_back({option, std::move(with)});
    }
};

OptionReport check_mount_options(const MountOptions& mount, const Context& context);

std::vector<std::string> edited(const std::vector<std::string>& options,
                                const std::vector<OptionEdit>& edits);

// The parts, one file each.
void check_known(const MountOptions& mount, const Context& context, OptionReport& report);
void check_contradictions(const MountOptions& mount, const Context& context, OptionReport& report);
void check_ext(const MountOptions& mount, const Context& context, OptionReport& report);
void check_xfs(const MountOptions& mount, const Context& context, OptionReport& report);
void check_btrfs(const MountOptions& mount, const Context& context, OptionReport& report);

}  // namespace fstune::knowledge::diagnosis
