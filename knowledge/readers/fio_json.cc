#include "knowledge/readers/fio_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "knowledge/readers/json_part.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

using nlohmann::json;

// Numbers of a foreign file: absent, of another type or not finite count as 0.
double real_in(const json& object, const char* key) {
    if (!object.is_object()) return 0;
    const auto at = object.find(key);
    if (at == object.end() || !at->is_number()) return 0;
    const auto value = at->get<double>();
    return std::isfinite(value) ? value : 0;
}

std::uint64_t whole_in(const json& object, const char* key) {
    const auto value = real_in(object, key);
    return value > 0 && value < 9e18 ? static_cast<std::uint64_t>(value) : 0;
}

std::string text_in(const json& object, const char* key) {
    const auto at = object.find(key);
    if (at == object.end()) return {};
    return at->is_string() ? at->get<std::string>() : std::string();
}

void take_options(const json& from, std::map<std::string, std::string>& options) {
    if (!from.is_object()) return;
    for (const auto& [name, value] : from.items())
        if (value.is_string()) options[name] = value.get<std::string>();
}

const json* latency_of(const json& direction, double& factor) {
    for (const auto& [key, scale] :
         {std::pair{"clat_ns", 1.0}, {"lat_ns", 1.0}, {"clat", 1000.0}, {"lat", 1000.0}}) {
        const auto at = direction.find(key);
        if (at == direction.end() || !at->is_object() || real_in(*at, "max") <= 0) continue;
        factor = scale;
        return &*at;
    }
    return nullptr;
}

void take_latency(const json& from, FioDirection& direction) {
    double factor = 1;
    const auto* latency = latency_of(from, factor);
    if (latency == nullptr) return;
    direction.latency_min_ns = real_in(*latency, "min") * factor;
    direction.latency_mean_ns = real_in(*latency, "mean") * factor;
    direction.latency_max_ns = real_in(*latency, "max") * factor;
    const auto percentiles = latency->find("percentile");
    if (percentiles == latency->end() || !percentiles->is_object()) return;
    for (const auto& [percent, value] : percentiles->items())
        if (const auto number = number_of<double>(percent); number && value.is_number())
            direction.percentiles_ns[*number] = value.get<double>() * factor;
}

// io_bytes by what the requests add up to, where that can be told; else by the version.
bool counts_kibibytes(const FioRun& run, const json& from, const FioJob& job) {
    if (from.contains("io_kbytes")) return false;
    const auto ios = real_in(from, "total_ios"), written = real_in(from, "io_bytes");
    const auto bs = job.options.find("bs");
    if (const auto size =
            bs == job.options.end() ? Result<std::uint64_t>(0) : parse_size(bs->second);
        size && *size > 0 && ios > 0) {
        const auto ratio = written / (ios * static_cast<double>(*size));
        if (ratio > 0.5 && ratio < 2) return false;
        if (ratio > 0.5 / 1024 && ratio < 2.0 / 1024) return true;
    }
    return run.version.starts_with("fio-1.") || run.version.starts_with("fio-2.");
}

void take_direction(const char* name, const json& job_json, FioRun& run, FioJob& job) {
    const auto at = job_json.find(name);
    if (at == job_json.end() || !at->is_object()) return;
    FioDirection direction;
    direction.name = name;
    const bool kibibytes = counts_kibibytes(run, *at, job);
    direction.bytes = times(whole_in(*at, "io_bytes"), kibibytes ? 1024 : 1);
    direction.total_ios = whole_in(*at, "total_ios");
    if (direction.bytes == 0 && direction.total_ios == 0) return;
    run.kibibytes |= kibibytes;
    direction.bytes_per_s =
        at->contains("bw_bytes") ? real_in(*at, "bw_bytes") : real_in(*at, "bw") * 1024;
    direction.iops = real_in(*at, "iops");
    direction.runtime_ms = real_in(*at, "runtime");
    take_latency(*at, direction);
    job.directions.push_back(std::move(direction));
}

void take_disks(const json& root, FioRun& run) {
    const auto disks = root.find("disk_util");
    if (disks == root.end() || !disks->is_array()) return;
    for (const auto& disk : *disks) {
        if (!disk.is_object()) continue;
        run.disk_read_ios[text_in(disk, "name")] = real_in(disk, "read_ios");
        run.disk_write_ios[text_in(disk, "name")] = real_in(disk, "write_ios");
    }
}

void take_notes(std::string_view text, FioRun& run) {
    for_each_line(text, [&](std::string_view line) {
        if (!trim(line).empty() && run.notes.size() < 100) run.notes.emplace_back(trim(line));
    });
}

}  // namespace

bool is_fio_json(std::string_view text) {
    return text.find("\"fio version\"") != std::string_view::npos;
}

Result<FioRun> read_fio_json(std::string_view text) {
    const auto part = json_part(text);
    if (!part)
        return fail(ErrorCode::bad_input,
                    "fio's JSON is cut off: no '{' with a matching '}'; give the whole output");
    const auto root = json::parse(part->json, nullptr, false);
    const auto jobs = root.is_object() ? root.find("jobs") : root.end();
    if (root.is_discarded() || !root.is_object() || jobs == root.end() || !jobs->is_array())
        return fail(ErrorCode::bad_input, "this is not the JSON of fio: no array 'jobs' in it");
    FioRun run;
    run.version = text_in(root, "fio version");
    take_notes(part->before, run);
    take_notes(part->after, run);
    for (const auto& from : *jobs) {
        if (!from.is_object()) continue;
        FioJob job;
        job.name = text_in(from, "jobname");
        job.error = static_cast<int>(std::clamp(real_in(from, "error"), -1e6, 1e6));
        if (root.contains("global options")) take_options(root["global options"], job.options);
        if (from.contains("job options")) take_options(from["job options"], job.options);
        for (const auto* name : {"read", "write", "trim"}) take_direction(name, from, run, job);
        run.jobs.push_back(std::move(job));
    }
    take_disks(root, run);
    return run;
}

}  // namespace fstune::knowledge
