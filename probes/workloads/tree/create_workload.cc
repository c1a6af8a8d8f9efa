#include "probes/workloads/tree/create_workload.h"

#include <algorithm>

#include "probes/meters/meters.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/small_file.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

// About a hundred in all, and one for each thread at least.
std::size_t directories_of_each(const TreeJob& job) {
    constexpr std::size_t all = 100;
    return std::max<std::size_t>(all / job.threads, 1);
}

class Creation {
  public:
    Creation(const WorkloadPlace& place, const WorkloadSettings& settings, const TreeJob& job,
             const Directories& directories)
        : place_(place),
          settings_(settings),
          job_(job),
          directories_(directories),
          each_(directories_of_each(job)),
          hands_(hands(settings, job)),
          made_(job.threads, 0) {}

    // Removing is about as long again as making.
    Result<Measured> create() {
        return run_stretch({job_.threads, settings_.length / 2, settings_.stop, place_.directory},
                           [this](std::size_t thread, Recorder& recorder) -> Result<void> {
                               while (made_[thread] < job_.files_each && recorder.more())
                                   if (auto done = create_one(thread, recorder); !done) return done;
                               return {};
                           });
    }

    Result<Measured> remove_all() {
        return run_stretch(
            {job_.threads, until_done, settings_.stop, place_.directory},
            [this](std::size_t thread, Recorder& recorder) -> Result<void> {
                for (std::uint64_t i = 0; i < made_[thread] && !recorder.stopped(); ++i)
                    if (auto done = recorder.time(
                            [&] { return remove(directory(thread, i), FileName('f', i).text); });
                        !done)
                        return done;
                return {};
            });
    }

  private:
    int directory(std::size_t thread, std::uint64_t file) const {
        return directories_.at(thread * each_ + file % each_);
    }

    Result<void> create_one(std::size_t thread, Recorder& recorder) {
        const auto number = made_[thread]++;
        return recorder.time([&] {
            recorder.written_bytes = job_.file_size;
            return write_new(directory(thread, number), FileName('f', number).text,
                             hands_[thread].data.next(job_.file_size), job_.file_size, job_.sync);
        });
    }

    const WorkloadPlace& place_;
    const WorkloadSettings& settings_;
    const TreeJob& job_;
    const Directories& directories_;
    std::size_t each_;
    std::vector<TreeHand> hands_;
    std::vector<std::uint64_t> made_;
};

}  // namespace

std::string CreateWorkload::summary() const {
    return "4 threads make files of 4 KiB over 100 directories, then remove them, synced after "
           "each";
}

std::optional<std::string> CreateWorkload::unsuitable(const WorkloadPlace& place) const {
    return no_room(name(), place);
}

Result<WorkloadResult> CreateWorkload::run(const WorkloadPlace& place,
                                           const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto fitting = tree_job({}, settings, place.free_bytes);
    if (!fitting) return tl::unexpected(fitting.error());
    const auto& job = *fitting;
    const auto directories =
        Directories::make(place, "create", job.threads * directories_of_each(job));
    if (!directories) return tl::unexpected(directories.error());
    Creation creation(place, settings, job, *directories);
    Meters meters(place);
    const auto created = creation.create();
    if (!created) return tl::unexpected(created.error());
    const auto removed = creation.remove_all();
    if (!removed) return tl::unexpected(removed.error());
    meters.stop();

    const double total = created->seconds + removed->seconds;
    WorkloadResult result;
    result.phases = {phase("create", "files/s", *created), phase("remove", "files/s", *removed)};
    result.value = static_cast<double>(created->operations) / total;
    result.seconds["measure"] = total;
    result.metrics["creates_per_second"] = result.phases[0].rate;
    result.metrics["removes_per_second"] = result.phases[1].rate;
    result.metrics["sync_share"] = (created->sync_seconds + removed->sync_seconds) / total;
    auto latencies = created->latencies;
    latencies.add(removed->latencies);
    add_latencies(result, latencies);
    meters.add_to(result, {.bytes_written = created->bytes,
                           .operations = created->operations + removed->operations});
    return result;
}

}  // namespace fstune::probes
