#include "tuner/goals/goals.h"

#include <fmt/format.h>

#include <algorithm>

#include "probes/programs/programs.h"

namespace fstune::tuner {

const std::vector<Goal>& goals() {
    using search::Direction;
    static const std::vector<Goal> table = {
        {"seq-read", "seq-read", "throughput", "MB/s", Direction::maximize,
         "read large files from start to end"},
        {"seq-write", "seq-write", "throughput", "MB/s", Direction::maximize,
         "write large files from start to end"},
        {"rand-read", "rand-read", "operations", "ops/s", Direction::maximize,
         "read small pieces at random places of a large file"},
        {"rand-write", "rand-write", "operations", "ops/s", Direction::maximize,
         "write small pieces at random places of a large file"},
        {"create", "create", "files", "files/s", Direction::maximize,
         "make and remove many small files"},
        {"db", "db", "operations", "ops/s", Direction::maximize,
         "small synchronous writes, as a database's log and tables make them"},
        {"fragmentation", "seq-write", "extents_per_file", "extents", Direction::minimize,
         "pieces of a file, of files that are written at the same time", true},
        {"write-amplification", "db", "write_amplification", "bytes/byte", Direction::minimize,
         "bytes that the device writes for each byte of small synchronous writes", true},
        {"requests", "seq-read", "device_requests_per_mb", "req/MB", Direction::minimize,
         "requests that the device gets for each MB of large files read", true},
        {"space", "create", "space_overhead_percent", "%", Direction::minimize,
         "room that files cannot have: inodes, journal, other metadata, reserves", true},
    };
    return table;
}

Result<Goal> find_goal(std::string_view name) {
    const auto& table = goals();
    const auto found = std::ranges::find(table, name, &Goal::name);
    if (found != table.end()) return *found;
    std::string names;
    for (const auto& goal : table) names += (names.empty() ? "" : ", ") + goal.name;
    for (const auto& program : probes::programs()) names += ", " + program.name;
    return fail(ErrorCode::usage, fmt::format("no goal is named '{}'; there are {}", name, names));
}

}  // namespace fstune::tuner
