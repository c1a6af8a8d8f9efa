// What the workloads of many small files have in common: how many, how large, in what room.
// Threads: safe.
#pragma once

#include <string>

#include "probes/workloads/data_source.h"
#include "probes/workloads/random.h"
#include "probes/workloads/tree/crew.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

// A workload's own choice, where the user made none.
struct TreeDefaults {
    int threads = 4;
    std::uint64_t file_size = 4096;  // the largest, where it varies
    std::uint64_t files = ~std::uint64_t{0};
};

struct TreeJob {
    std::size_t threads = 1;
    std::uint64_t files_each = 0;  // at most, for each thread
    std::size_t file_size = 0;
    bool sync = false;
};

// Errors: usage, where the number of files that the user asked for has no room. Without one, half
// of the room is filled at most.
Result<TreeJob> tree_job(const TreeDefaults& defaults, const WorkloadSettings& settings,
                         std::uint64_t free_bytes);

// The reason why not, where there is not room for a few files of each thread.
std::optional<std::string> no_room(const std::string& workload, const WorkloadPlace& place);

// What each thread has for itself.
struct TreeHand {
    TreeHand(const WorkloadSettings& settings, std::size_t number, std::size_t largest)
        : data(settings.compressible, settings.seed * 1000 + number, largest),
          random(settings.seed * 1000 + number) {}
    DataSource data;
    Random random;
};
std::vector<TreeHand> hands(const WorkloadSettings& settings, const TreeJob& job);

// A file's name in its directory.
struct FileName {
    FileName(char kind, std::uint64_t number);
    char text[24] = {};
};

constexpr auto until_done = std::chrono::hours(1000);

// The result of one stretch, for a workload with a single phase.
WorkloadResult tree_result(const Workload& workload, const Measured& measured);

}  // namespace fstune::probes
