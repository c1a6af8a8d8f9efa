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
        {"db-log", "db-log", "transactions", "transactions/s", Direction::maximize,
         "database transactions, each committed to a log"},
        {"mixed", "mixed", "operations", "ops/s", Direction::maximize,
         "read and write at random places beside a large file being written"},
        {"send", "send", "files", "files/s", Direction::maximize,
         "60 writers drop small files, as mail and message spools get them"},
        {"send-fsync", "send-fsync", "files", "files/s", Direction::maximize,
         "the same, each file durable before the next"},
        {"mail", "mail", "transactions", "transactions/s", Direction::maximize,
         "read, append to, make and remove small files, as a mail server does"},
        {"file-server", "file-server", "throughput", "MB/s", Direction::maximize,
         "the mix of a file server for offices"},
        {"allocate", "allocate", "operations", "ops/s", Direction::maximize,
         "take and give back space without data"},
        {"mount", "mount", "mount_time", "ms", Direction::minimize,
         "mount and unmount the filesystem"},
        {"fragmentation", "fragmentation", "extents", "extents/file", Direction::minimize,
         "keep files that grow side by side in one piece"},
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
