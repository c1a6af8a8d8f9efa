#include "probes/workloads/allocate_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "probes/meters/meters.h"
#include "probes/workloads/file_set.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20, kibi = std::uint64_t{1} << 10;
constexpr std::uint64_t smallest_file = mebi, own_size = 16 * mebi;
constexpr std::uint64_t files_each = 4, longest_piece = 16;  // pieces are of 64 KiB
constexpr std::uint64_t piece = 64 * kibi;
constexpr int most_commits = 16;  // other threads may take what one has freed

// What was given back is free only after the journal's next commit: on a small filesystem the wait
// for it is part of what space costs.
bool patiently(int file, int mode, std::uint64_t at, std::uint64_t size) {
    for (int commits = 0;; ++commits) {
        if (fallocate(file, mode, static_cast<off_t>(at), static_cast<off_t>(size)) == 0)
            return true;
        if (errno != ENOSPC || commits == most_commits || syncfs(file) != 0) return false;
    }
}

// One thread's files, that grow in turn.
class Grower {
  public:
    Grower(std::vector<int> files, std::uint64_t largest, TreeHand& hand)
        : files_(std::move(files)), sizes_(files_.size(), 0), largest_(largest), hand_(hand) {}

    Result<void> step() {
        const auto number = turn_++ % files_.size();
        if (sizes_[number] >= largest_) return give_back(number);
        if (sizes_[number] > 0 && hand_.random.one_in(4)) return punch(number);
        return grow(number);
    }

  private:
    Result<void> grow(std::size_t number) {
        const auto size = hand_.random.between(1, longest_piece) * piece;
        if (!patiently(files_[number], 0, sizes_[number], size)) return failed("fallocate");
        sizes_[number] += size;
        return {};
    }
    // Takes a block where it parts what is described as one.
    Result<void> punch(std::size_t number) {
        const auto at = hand_.random.below(sizes_[number] / piece) * piece;
        if (!patiently(files_[number], FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, at, piece))
            return failed("punching a hole");
        return {};
    }
    Result<void> give_back(std::size_t number) {
        sizes_[number] = 0;
        if (ftruncate(files_[number], 0) != 0) return failed("truncating");
        return {};
    }
    static Result<void> failed(const char* what) {
        return fail(ErrorCode::failed, fmt::format("{}: {}", what, std::strerror(errno)));
    }

    std::vector<int> files_;
    std::vector<std::uint64_t> sizes_;
    std::uint64_t largest_;
    TreeHand& hand_;
    std::uint64_t turn_ = 0;
};

std::uint64_t largest_file(const TreeJob& job, const WorkloadSettings& settings,
                           std::uint64_t free_bytes) {
    const auto wanted = settings.file_size > 0 ? settings.file_size : own_size;
    return std::min(wanted, free_bytes / 2 / (job.threads * files_each));
}

}  // namespace

std::string AllocateWorkload::summary() const {
    return "4 threads let 4 files each grow by fallocate, punch holes into them and cut them off";
}

std::optional<std::string> AllocateWorkload::unsuitable(const WorkloadPlace& place) const {
    if (largest_file(tree_job({}, {}, place.free_bytes).value(), {}, place.free_bytes) >=
        smallest_file)
        return std::nullopt;
    return fmt::format("allocate needs {} MiB of free space, there are {}", 32,
                       place.free_bytes / mebi);
}

Result<WorkloadResult> AllocateWorkload::run(const WorkloadPlace& place,
                                             const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto fitting = tree_job({}, settings, place.free_bytes);
    if (!fitting) return tl::unexpected(fitting.error());
    const auto& job = *fitting;
    const auto largest = largest_file(job, settings, place.free_bytes);
    const auto files = FileSet::make(place, "grows", job.threads * files_each, largest, 0);
    if (!files) return tl::unexpected(files.error());
    auto own = hands(settings, job);
    std::vector<Grower> growers;
    growers.reserve(job.threads);
    for (std::size_t i = 0; i < job.threads; ++i) {
        std::vector<int> mine;
        for (std::size_t j = 0; j < files_each; ++j)
            mine.push_back(files->ranges()[i * files_each + j].fd);
        growers.emplace_back(std::move(mine), largest, own[i]);
    }
    Meters meters(place);
    const auto measured = run_stretch(
        {job.threads, settings.length, settings.stop, place.directory},
        [&](std::size_t thread, Recorder& recorder) -> Result<void> {
            while (recorder.more())
                if (auto done = recorder.time([&] { return growers[thread].step(); }); !done)
                    return done;
            return {};
        });
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();
    auto result = tree_result(*this, *measured);
    meters.add_to(result, {.operations = measured->operations});
    return result;
}

}  // namespace fstune::probes
