#include "probes/meters/meters.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "probes/host/device_tree.h"
#include "probes/host/unique_fd.h"
#include "probes/meters/array_sync.h"
#include "probes/meters/page_cache.h"
#include "probes/meters/space_overhead.h"
#include "probes/meters/warnings.h"
#include "probes/meters/write_cache.h"

namespace fstune::probes {

namespace {

constexpr auto still = std::chrono::milliseconds(10);

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::string kernel_name(const Files& files, const std::string& device) {
    struct stat node {};
    if (stat(device.c_str(), &node) != 0 || !S_ISBLK(node.st_mode)) return "";
    return DeviceTree(files).name_of(major(node.st_rdev), minor(node.st_rdev)).value_or("");
}

// A workload counts what it wrote itself; here only what is left over is put out of the way.
void sync_filesystem(const std::string& directory) {
    const UniqueFd fd(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (fd) syncfs(fd.get());
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

std::optional<IoSnapshot> Meters::snapshot() const {
    return known_ ? io_snapshot(files_, below_) : std::nullopt;
}

IoStretch Meters::keep_still() const {
    const auto from = snapshot();
    std::this_thread::sleep_for(still);
    const auto to = snapshot();
    return from && to ? IoStretch{*from, *to} : IoStretch{};
}

Meters::Meters(const WorkloadPlace& place, std::vector<std::string> paths)
    : place_(place), paths_(std::move(paths)) {
    if (place.before_measuring) place.before_measuring();
    const double start = now();
    const auto name = kernel_name(files_, place.device);
    known_ = !name.empty();
    if (known_) device_size_ = device_size(files_, name);
    if (known_) below_ = below_device(files_, name, backing_number(place.device));
    drop_caches();
    around_.memory = place_.memory;
    around_.resident = resident_share(paths_);
    begin_.arrays = array_sync(files_, below_.arrays);
    begin_.state = processor_state(files_);
    still_.push_back(keep_still());
    begin_.processors = processor_time(files_);
    begin_.io = snapshot();
    spent_ = now() - start;
}

// Of the data set; what is dirty could not be dropped.
void Meters::drop_caches() {
    const double start = now();
    sync_filesystem(place_.directory);
    for (const auto& path : paths_)
        if (const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC)); fd)
            posix_fadvise(fd.get(), 0, 0, POSIX_FADV_DONTNEED);
    dropping_ = now() - start;
}

void Meters::stop() {
    end_.io = snapshot();
    end_.processors = processor_time(files_);
    end_.state = processor_state(files_);
}

void Meters::add_to(WorkloadResult& result, const Asked& asked) {
    const double start = now();
    const auto from = snapshot();
    sync_filesystem(place_.directory);
    const auto to = snapshot();
    still_.push_back(keep_still());
    end_.arrays = array_sync(files_, below_.arrays);
    extents_ = extents_of(paths_);
    around_.encoded = !extents_ || extents_->encoded;  // unknown: as if it were
    add_processors(result);
    add_device(result, asked);
    judge(result, asked, from && to ? IoStretch{*from, *to} : IoStretch{});
    result.seconds["drop_caches"] = dropping_;
    result.seconds["meters"] = spent_ - dropping_ + now() - start;
}

void Meters::add_processors(WorkloadResult& result) const {
    if (!begin_.io || !end_.io) return;
    const double seconds = end_.io->seconds - begin_.io->seconds;
    const auto used = end_.processors - begin_.processors;
    const auto percent = [&](double time) { return 100 * ratio(time, seconds); };
    result.metrics["cpu_workload_percent"] = percent(used.own);
    result.metrics["cpu_kernel_threads_percent"] = percent(used.kernel);
    result.metrics["cpu_others_percent"] = percent(used.others());
    result.metrics["cpu_stolen_percent"] = percent(used.stolen);
}

void Meters::add_device(WorkloadResult& result, const Asked& asked) const {
    if (extents_) {
        result.metrics["extents_per_file"] = extents_->per_file;
        result.metrics["mean_extent_bytes"] = extents_->mean_bytes;
    }
    if (const auto overhead = space_overhead_percent(place_.free_bytes, device_size_))
        result.metrics["space_overhead_percent"] = *overhead;
    if (around_.resident) result.metrics["cached_at_start_share"] = *around_.resident;
    if (!begin_.io || !end_.io) return;
    const auto moved = end_.io->device - begin_.io->device;
    const auto read = static_cast<double>(moved.bytes_read);
    const auto written = static_cast<double>(moved.bytes_written);
    const auto bytes_asked = static_cast<double>(asked.bytes_read + asked.bytes_written);
    const auto requests = static_cast<double>(moved.requests());
    if (bytes_asked > 0) {
        result.metrics["device_bytes_read_share"] = read / bytes_asked;
        result.metrics["device_bytes_written_share"] = written / bytes_asked;
        result.metrics["device_requests_per_mb"] = requests / (bytes_asked / 1e6);
    }
    if (asked.bytes_written > 0)
        result.metrics["write_amplification"] =
            ratio(written, static_cast<double>(asked.bytes_written));
    if (asked.operations > 0)
        result.metrics["device_requests_per_operation"] =
            requests / static_cast<double>(asked.operations);
    result.metrics["device_request_bytes"] = ratio(read + written, requests);
    result.metrics["device_flushes"] = static_cast<double>(moved.flushes);
}

void Meters::judge(WorkloadResult& result, const Asked& asked, const IoStretch& late) const {
    const auto warn = [&result](Warning kind, const std::optional<std::string>& detail) {
        if (detail) result.warnings.push_back(text(kind, *detail));
    };
    warn(Warning::array_sync, begin_.arrays ? begin_.arrays : end_.arrays);
    warn(Warning::throttled, throttling(begin_.state, end_.state));
    if (!begin_.io || !end_.io) return;
    const IoStretch measured{*begin_.io, *end_.io};
    warn(Warning::processor_busy,
         judge_processor_time(end_.processors - begin_.processors, measured.seconds()));
    auto busy = judge_neighbours(below_, measured);
    if (!busy) busy = judge_stillness(still_, measured);
    if (!busy && asked.bytes_written == 0 && asked.bytes_read > 0) busy = judge_writes(measured);
    warn(Warning::device_busy, busy);
    warn(Warning::cached_result, judge_reads(asked, around_, below_, measured));
    warn(Warning::data_set_too_small, judge_data_set(asked, around_, measured));
    auto unflushed = judge_late_writes(asked.bytes_written, late, measured);
    if (!unflushed) warn(Warning::compressed_away, judge_written(asked, around_, measured));
    if (!unflushed && asked.bytes_written > 0) unflushed = judge_flushes(files_, below_, measured);
    warn(Warning::cache_unflushed, unflushed);
}

}  // namespace fstune::probes
