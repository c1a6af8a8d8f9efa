#include "knowledge/readers/fio_json.h"

#include <fmt/format.h>

#include "knowledge/diagnosis/kinds/fio_rules.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::string option(const FioJob& job, const std::string& name) {
    const auto at = job.options.find(name);
    return at == job.options.end() ? "" : at->second;
}

bool is_synchronous(const std::string& engine) {
    return engine == "sync" || engine == "psync" || engine == "vsync" || engine == "pvsync" ||
           engine == "pvsync2" || engine == "mmap";
}

FioFacts facts_of(const FioJob& job, const FioDirection& direction) {
    FioFacts facts;
    facts.job = job.name;
    facts.direction = direction.name;
    // fio's own default is buffered.
    facts.direct = option(job, "direct") == "1";
    facts.synced = !option(job, "fsync").empty() || !option(job, "fdatasync").empty() ||
                   option(job, "end_fsync") == "1" || !option(job, "sync").empty();
    facts.random = option(job, "rw").starts_with("rand");
    if (direction.latency_max_ns > 0) {
        facts.latency_min_ns = direction.latency_min_ns;
        facts.latency_mean_ns = direction.latency_mean_ns;
    }
    facts.bytes_per_s = direction.bytes_per_s;
    facts.iops = direction.iops;
    if (const auto size = parse_size(option(job, "size"))) facts.bytes_asked = *size;
    return facts;
}

void say_result(const FioJob& job, const FioDirection& direction, Findings& findings) {
    findings.push_back(finding(
        "fio-result", fmt::format("{} {}", job.name, direction.name),
        fmt::format("{} in {} requests, {}/s, {:.4g} IOPS, mean latency {:.4g} us",
                    format_size(direction.bytes), direction.total_ios,
                    format_size(static_cast<std::uint64_t>(std::max(0.0, direction.bytes_per_s))),
                    direction.iops, direction.latency_mean_ns / 1000),
        "",
        {{"bytes", whole(direction.bytes)},
         {"total_ios", whole(direction.total_ios)},
         {"bytes_per_s", direction.bytes_per_s},
         {"iops", direction.iops},
         {"runtime_ms", direction.runtime_ms},
         {"latency_min_us", direction.latency_min_ns / 1000},
         {"latency_mean_us", direction.latency_mean_ns / 1000},
         {"latency_max_us", direction.latency_max_ns / 1000}}));
}

void check_job(const FioJob& job, const Context& context, Findings& findings) {
    if (job.error != 0)
        findings.push_back(finding("fio-job-failed", job.name,
                                   fmt::format("the job ended with error {}", job.error),
                                   "do not use its figures"));
    const auto depth = number_of<int>(option(job, "iodepth"));
    if (depth && *depth > 1 && is_synchronous(option(job, "ioengine")))
        findings.push_back(finding(
            "queue-depth-capped", job.name,
            fmt::format("iodepth={} with the synchronous engine {}: the queue depth is capped at 1",
                        *depth, option(job, "ioengine")),
            "use ioengine=io_uring or libaio with direct=1, or read it as depth 1"));
    for (const auto& direction : job.directions) {
        say_result(job, direction, findings);
        check_fio(facts_of(job, direction), context, findings);
    }
}

// fio's own words; not the report for people that --output-format=normal,json puts before the JSON,
// nor what a script prints around it.
bool is_message(std::string_view line) {
    const auto lower = to_lower(line.substr(0, 64));
    for (const auto* start : {"note", "fio:", "warn", "error", "hint"})
        if (lower.starts_with(start)) return true;
    return false;
}

void examine(std::string_view text, const Context& context, Findings& findings) {
    const auto run = read_fio_json(text);
    if (!run) {
        findings.push_back(finding("input-cut-off", "fio", run.error().message,
                                   "give the whole output of fio --output-format=json"));
        return;
    }
    for (const auto& note : run->notes)
        if (is_message(note))
            findings.push_back(finding("fio-note", run->version, "fio says: " + note,
                                       "kept as a warning: read it before using the figures"));
    if (run->kibibytes)
        findings.push_back(finding("fio-old-units", run->version,
                                   "io_bytes of this version is in KiB and clat in microseconds; "
                                   "they were brought to bytes and "
                                   "nanoseconds (checked by total_ios x bs where bs is given)",
                                   "compare with newer versions only through the figures here"));
    for (const auto& job : run->jobs) check_job(job, context, findings);
}

}  // namespace

Kind fio_json_kind() { return {"fio-json", "fio JSON", is_fio_json, nullptr, examine}; }

}  // namespace fstune::knowledge::diagnosis
