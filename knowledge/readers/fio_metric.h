// A figure of fio's JSON report, by its path in a job: "read.bw",
// "read.clat_ns.percentile.99.000000" (the zeros may be left out), or with a job's name in front:
// "reader:read.iops".
//
// Rates and counts of jobs that ran side by side are added up. Other figures of several jobs cannot
// be: then one has to be named, or the job needs group_reporting.
//
// Errors: bad_input, where the report is none, a job ended with an error, nothing was done, or
// there is no such finite figure; usage, where it is not known which of several is meant.
// Threads: safe.
// Source: fio 3.33 stat.c.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct FioMetric {
    std::string job;   // empty: all
    std::string path;  // "read.bw"
};

FioMetric fio_metric_of(std::string_view text);

struct FioMeaning {
    std::string unit;
    bool higher_is_better = true;
};
// Nothing where the path's last word does not tell.
std::optional<FioMeaning> fio_meaning(const std::string& path);

Result<double> fio_metric(const nlohmann::json& report, const FioMetric& metric);

}  // namespace fstune::knowledge
