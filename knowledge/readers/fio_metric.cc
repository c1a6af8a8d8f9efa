#include "knowledge/readers/fio_metric.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "knowledge/readers/json_metric.h"
#include "knowledge/readers/last_words.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge {

using nlohmann::json;

namespace {

constexpr auto additive = std::to_array<std::string_view>(
    {"bw", "bw_bytes", "iops", "io_bytes", "io_kbytes", "total_ios"});

struct Meaning {
    std::string_view word, unit;
    bool higher;
};

constexpr auto meanings = std::to_array<Meaning>({{"bw", "KiB/s", true},
                                                  {"bw_bytes", "B/s", true},
                                                  {"bw_mean", "KiB/s", true},
                                                  {"bw_min", "KiB/s", true},
                                                  {"iops", "ops/s", true},
                                                  {"iops_mean", "ops/s", true},
                                                  {"iops_min", "ops/s", true},
                                                  {"usr_cpu", "%", false},
                                                  {"sys_cpu", "%", false},
                                                  {"job_runtime", "ms", false},
                                                  {"runtime", "ms", false}});
constexpr auto latencies =
    std::to_array<std::string_view>({"slat_ns", "clat_ns", "lat_ns", "clat_prio", "latency"});

// "99" is the key "99.000000".
const json* find_number(const json& object, std::string_view path) {
    const auto wanted = number_of<double>(path);
    if (!wanted) return nullptr;
    for (const auto& [key, value] : object.items())
        if (number_of<double>(key) == wanted) return &value;
    return nullptr;
}

// Keys hold dots themselves: each that the path begins with is tried.
const json* at_path(const json& object, std::string_view path) {
    if (!object.is_object()) return nullptr;
    for (auto end = path.find('.'); end != std::string_view::npos; end = path.find('.', end + 1)) {
        const auto key = object.find(std::string(path.substr(0, end)));
        if (key == object.end()) continue;
        if (const auto* found = at_path(*key, path.substr(end + 1))) return found;
    }
    const auto key = object.find(std::string(path));
    return key != object.end() ? &*key : find_number(object, path);
}

std::string name_of(const json& job) {
    const auto name = job.find("jobname");
    return name != job.end() && name->is_string() ? name->get<std::string>() : "";
}

// A direction in which nothing was read or written has figures too, all zero.
bool did_nothing(const json& job, std::string_view path) {
    const auto direction = job.find(std::string(path.substr(0, path.find('.'))));
    if (direction == job.end() || !direction->is_object()) return false;
    const auto count = direction->find("total_ios");
    return count != direction->end() && count->is_number() && count->get<double>() <= 0;
}

Result<void> ended_well(const json& job) {
    const auto error = job.find("error");
    if (error == job.end() || !error->is_number() || error->get<double>() == 0) return {};
    return fail(ErrorCode::bad_input, fmt::format("the job {} ended with error {}",
                                                  last_words(name_of(job), 60), error->dump()));
}

Result<double> sum(const std::vector<const json*>& jobs, const std::string& path) {
    double total = 0;
    for (const auto* job : jobs) {
        const auto* value = at_path(*job, path);
        const auto number = json_number(*value);
        if (!number) return wrap(number.error(), path);
        total += *number;
    }
    return total;
}

// One after the other, they have nothing to add up.
bool side_by_side(const std::vector<const json*>& jobs) {
    std::set<std::string> groups;
    for (const auto* job : jobs)
        groups.insert(job->contains("groupid") ? job->at("groupid").dump() : "");
    return groups.size() == 1;
}

Result<double> of_several(const std::vector<const json*>& jobs, const FioMetric& metric) {
    std::set<std::string> names;
    for (const auto* job : jobs) names.insert(last_words(name_of(*job), 60));
    const auto last = metric.path.substr(metric.path.rfind('.') + 1);
    const bool adds = std::ranges::find(additive, last) != additive.end();
    if (adds && side_by_side(jobs)) return sum(jobs, metric.path);
    const auto name = names.size() > 1
                          ? fmt::format("name one, as {}:{}", *names.begin(), metric.path)
                          : std::string("give the job group_reporting");
    return fail(ErrorCode::usage,
                fmt::format("{} jobs have a {} ({}), which does not add up: {}", jobs.size(),
                            metric.path, fmt::join(names, ", "), name));
}

}  // namespace

FioMetric fio_metric_of(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return {"", std::string(text)};
    return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

std::optional<FioMeaning> fio_meaning(const std::string& path) {
    const auto last = std::string_view(path).substr(path.rfind('.') + 1);
    for (const auto word : latencies)
        if (path.find(fmt::format(".{}.", word)) != std::string::npos)
            return last == "N" ? std::nullopt : std::optional(FioMeaning{"ns", false});
    const auto found = std::ranges::find(meanings, last, &Meaning::word);
    if (found == meanings.end()) return std::nullopt;
    return FioMeaning{std::string(found->unit), found->higher};
}

Result<double> fio_metric(const json& report, const FioMetric& metric) {
    const auto all = report.is_object() ? report.find("jobs") : report.end();
    if (!report.is_object() || all == report.end() || !all->is_array())
        return fail(ErrorCode::bad_input, "it is no report of fio: it has no jobs");
    std::vector<const json*> jobs;
    bool idle = false, exists = false;
    for (const auto& job : *all) {
        if (!job.is_object()) continue;
        if (auto well = ended_well(job); !well) return tl::unexpected(well.error());
        if (!metric.job.empty() && name_of(job) != metric.job) continue;
        if (at_path(job, metric.path) == nullptr) continue;
        exists = true;
        if (did_nothing(job, metric.path))
            idle = true;
        else
            jobs.push_back(&job);
    }
    if (!exists)
        return fail(ErrorCode::bad_input, fmt::format("there is no {}{}{} in it", metric.job,
                                                      metric.job.empty() ? "" : ":", metric.path));
    if (jobs.empty() && idle)
        return fail(ErrorCode::bad_input,
                    fmt::format("the job did no {}", metric.path.substr(0, metric.path.find('.'))));
    return jobs.size() == 1 ? sum(jobs, metric.path) : of_several(jobs, metric);
}

}  // namespace fstune::knowledge
