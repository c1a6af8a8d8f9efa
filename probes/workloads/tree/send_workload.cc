#include "probes/workloads/tree/send_workload.h"

#include <cstdio>

#include "probes/meters/meters.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/small_file.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

constexpr std::size_t shared_directories = 64;
constexpr TreeDefaults defaults{.threads = 60, .file_size = 4095, .files = 100'000};

// Threads that share directories must not share names.
constexpr std::uint64_t names_each = std::uint64_t{1} << 32U;

Result<void> send_one(const Directories& directories, std::uint64_t number, const TreeJob& job,
                      TreeHand& hand, Recorder& recorder) {
    const int directory = directories.at(hand.random.below(directories.count()));
    const auto size = static_cast<std::size_t>(hand.random.between(1, job.file_size));
    const FileName hidden('.', number), shown('m', number);
    recorder.written_bytes = size;
    if (auto done = write_new(directory, hidden.text, hand.data.next(size), size, job.sync); !done)
        return done;
    if (renameat(directory, hidden.text, directory, shown.text) != 0)
        return file_error("renaming", hidden.text, errno);
    return {};
}

}  // namespace

std::string SendWorkload::summary() const {
    return durable_ ? "60 writers drop files under 4 KiB into 64 shared directories, fsync of each"
                    : "60 writers drop files under 4 KiB into 64 shared directories, synced at the "
                      "end";
}

std::optional<std::string> SendWorkload::unsuitable(const WorkloadPlace& place) const {
    return no_room(name(), place);
}

Result<WorkloadResult> SendWorkload::run(const WorkloadPlace& place,
                                         const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto fitting = tree_job(defaults, settings, place.free_bytes);
    if (!fitting) return tl::unexpected(fitting.error());
    auto job = *fitting;
    job.sync = settings.fsync.value_or(durable_);
    const auto directories = Directories::make(place, "spool", shared_directories);
    if (!directories) return tl::unexpected(directories.error());
    auto own = hands(settings, job);
    Meters meters(place);
    const auto measured =
        run_stretch({job.threads, settings.length, settings.stop, place.directory},
                    [&](std::size_t thread, Recorder& recorder) -> Result<void> {
                        for (std::uint64_t i = 0; i < job.files_each && recorder.more(); ++i)
                            if (auto done = recorder.time([&] {
                                    return send_one(*directories, thread * names_each + i, job,
                                                    own[thread], recorder);
                                });
                                !done)
                                return done;
                        return {};
                    });
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();
    auto result = tree_result(*this, *measured);
    meters.add_to(result, {.bytes_written = measured->bytes, .operations = measured->operations});
    return result;
}

}  // namespace fstune::probes
