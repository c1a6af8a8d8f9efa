#include "probes/workloads/mount_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <libmount/libmount.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <thread>

#include "probes/host/unique_fd.h"
#include "probes/meters/meters.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/small_file.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

constexpr std::size_t directories_at_first = 20;
constexpr TreeDefaults defaults{.threads = 1, .file_size = 8192, .files = 2000};
constexpr std::uint64_t new_files = 20;  // each time around

struct FreeContext {
    void operator()(libmnt_context* context) const { mnt_free_context(context); }
};

// In this process, so that no program's start is part of the time.
Result<void> mount_again(const WorkloadPlace& place) {
    const std::unique_ptr<libmnt_context, FreeContext> context(mnt_new_context());
    if (!context) return fail(ErrorCode::failed, "libmount has no memory");
    mnt_context_set_source(context.get(), place.device.c_str());
    mnt_context_set_target(context.get(), place.directory.c_str());
    mnt_context_set_fstype(context.get(), place.filesystem.c_str());
    mnt_context_set_options(context.get(), place.mount_options.c_str());
    mnt_context_disable_mtab(context.get(), 1);
    const int answer = mnt_context_mount(context.get());
    if (answer == 0) return {};
    const int problem = mnt_context_get_syscall_errno(context.get());
    return fail(ErrorCode::failed,
                fmt::format("mounting {} again at {}: {}", place.device, place.directory,
                            std::strerror(problem != 0 ? problem : -answer)));
}

// Something may look at the filesystem for a moment (udev, a scanner).
Result<void> unmount(const WorkloadPlace& place) {
    using namespace std::chrono_literals;
    constexpr int tries = 50;
    for (int i = 0; i < tries; ++i) {
        if (umount2(place.directory.c_str(), UMOUNT_NOFOLLOW) == 0) return {};
        if (errno != EBUSY) break;
        std::this_thread::sleep_for(20ms);
    }
    return fail(ErrorCode::failed,
                fmt::format("unmounting {}: {}", place.directory, std::strerror(errno)));
}

// The device may be held open by others, and then keeps its pages.
Result<void> forget_device(const std::string& device) {
    const UniqueFd fd(open(device.c_str(), O_RDONLY | O_CLOEXEC));
    if (fd && ioctl(fd.get(), BLKFLSBUF, 0) == 0) return {};
    return fail(ErrorCode::failed,
                fmt::format("dropping the pages of {}: {}", device, std::strerror(errno)));
}

Result<void> make_files(const std::string& directory, std::uint64_t first, std::uint64_t count,
                        const TreeJob& job, TreeHand& hand) {
    const UniqueFd fd(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd) return file_error("opening", directory.c_str(), errno);
    for (auto i = first; i < first + count; ++i)
        if (auto done = write_new(fd.get(), FileName('m', i).text, hand.data.next(job.file_size),
                                  job.file_size, false);
            !done)
            return done;
    return {};
}

class RoundTrips {
  public:
    RoundTrips(const WorkloadPlace& place, const TreeJob& job, TreeHand& hand,
               std::string directory)
        : place_(place), job_(job), hand_(hand), directory_(std::move(directory)) {}

    Result<void> once() {
        using Part = Result<void> (RoundTrips::*)();
        for (const Part part :
             {&RoundTrips::leave, &RoundTrips::forget, &RoundTrips::enter, &RoundTrips::use})
            if (auto done = (this->*part)(); !done) return done;
        return {};
    }
    Measured mounts, unmounts, all;

  private:
    Result<void> timed(Measured& measured, const std::function<Result<void>()>& action) {
        const auto before = SteadyClock::now();
        if (auto done = action(); !done) return done;
        const auto now = SteadyClock::now();
        for (auto* each : {&measured, &all}) {
            each->note(before, before, now, 0);
            each->seconds += seconds(now - before);
        }
        return {};
    }
    Result<void> leave() {
        return timed(unmounts, [this] { return unmount(place_); });
    }
    Result<void> forget() { return forget_device(place_.device); }
    Result<void> enter() {
        return timed(mounts, [this] { return mount_again(place_); });
    }
    Result<void> use() {
        const auto first = defaults.files + made_;
        made_ += new_files;
        return make_files(directory_, first, new_files, job_, hand_);
    }

    const WorkloadPlace& place_;
    const TreeJob& job_;
    TreeHand& hand_;
    std::string directory_;
    std::uint64_t made_ = 0;
};

WorkloadResult told(const RoundTrips& trips) {
    const auto ms = [](const Measured& measured) {
        return 1e3 * measured.seconds / static_cast<double>(measured.operations);
    };
    WorkloadResult result;
    for (const auto& [name, part] :
         {std::pair("mount", &trips.mounts), std::pair("unmount", &trips.unmounts)}) {
        result.phases.push_back(phase(name, "ops/s", *part));
        result.metrics[fmt::format("{}_ms", name)] = ms(*part);
    }
    result.value = ms(trips.mounts) + ms(trips.unmounts);
    result.seconds["measure"] = trips.all.seconds;
    add_latencies(result, trips.all.latencies);
    return result;
}

}  // namespace

std::string MountWorkload::summary() const {
    return "unmounts and mounts the filesystem with 2000 files on it";
}

std::optional<std::string> MountWorkload::unsuitable(const WorkloadPlace& place) const {
    if (place.filesystem.empty())
        return "mount unmounts the filesystem, and this one is not fstune's own; use it as a goal "
               "on a scratch device";
    return no_room(name(), place);
}

Result<WorkloadResult> MountWorkload::run(const WorkloadPlace& place,
                                          const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    if (const auto reason = unsuitable(place)) return fail(ErrorCode::unsupported, *reason);
    const auto fitting = tree_job(defaults, settings, place.free_bytes);
    if (!fitting) return tl::unexpected(fitting.error());
    const auto& job = *fitting;
    auto own = hands(settings, job);
    const auto start = SteadyClock::now();
    std::vector<std::string> made;
    {
        // The descriptors must be closed before the filesystem can be unmounted.
        auto directories = Directories::make(place, "mount", directories_at_first);
        if (!directories) return tl::unexpected(directories.error());
        for (std::size_t i = 0; i < directories_at_first; ++i)
            if (auto done = make_files(directories->path(i), 0,
                                       job.files_each / directories_at_first, job, own[0]);
                !done)
                return tl::unexpected(done.error());
        made = directories->release();
    }
    const Directories::Removal removal(place.disposable ? std::vector<std::string>() : made);
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place);
    RoundTrips trips(place, job, own[0], made.front());
    const auto begin = SteadyClock::now();
    do {
        if (settings.stop.stop_requested())
            return fail(ErrorCode::interrupted, "stopped while measuring");
        if (auto done = trips.once(); !done) return tl::unexpected(done.error());
    } while (SteadyClock::now() < begin + settings.length);
    meters.stop();
    auto result = told(trips);
    result.seconds["prepare"] = preparing;
    meters.add_to(result, {.operations = trips.all.operations, .from_device = false});
    return result;
}

}  // namespace fstune::probes
