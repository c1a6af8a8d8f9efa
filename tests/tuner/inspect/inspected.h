// `fstune inspect` on a tree of tests/data/sysfs.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/data_file.h"
#include "tests/fakes/sysfs_text.h"
#include "tuner/inspect/inspection.h"

namespace fstune::tuner {

// `name`: empty: the last device of the tree, which stands on all others; "*1": its partition,
// since the names of disks may be others in the next capture.
inline Inspection inspected(const std::string& tree, const std::string& name = "",
                            const std::optional<knowledge::RaidDescription>& told = {}) {
    const fakes::SysfsText machine(data_file("sysfs/" + tree + ".txt"));
    const bool last = name.empty() || name.starts_with('*');
    const auto path = "/dev/" + (last ? machine.last() + name.substr(name.empty() ? 0 : 1) : name);
    auto inspection = inspect({machine, machine.mounts, machine.devices}, path, {}, told);
    EXPECT_TRUE(inspection) << (inspection ? "" : inspection.error().message);
    return inspection.value_or(Inspection{});
}

inline std::vector<std::string> codes(const Inspection& inspection) {
    std::vector<std::string> codes;
    for (const auto& warning : inspection.warnings) codes.push_back(warning.code);
    return codes;
}

}  // namespace fstune::tuner
