#include <nlohmann/json.hpp>

#include "tuner/probe/tables.h"

namespace fstune::tuner {

namespace {

using nlohmann::json;

json run_json(const knowledge::TiobenchRow& row) {
    json run = {{"rate", row.rate},
                {"cpu_percent", row.cpu_percent},
                {"latency_avg_ms", row.latency_avg_ms},
                {"latency_max_ms", row.latency_max_ms},
                {"pct_over_2s", row.pct_over_2s},
                {"pct_over_10s", row.pct_over_10s},
                {"cpu_efficiency", row.cpu_efficiency}};
    if (row.kernel_cpu_percent) run["kernel_cpu_percent"] = *row.kernel_cpu_percent;
    if (row.percentiles) {
        run["latency_p50_ms"] = row.percentiles->p50;
        run["latency_p90_ms"] = row.percentiles->p90;
        run["latency_p99_ms"] = row.percentiles->p99;
        run["latency_p999_ms"] = row.percentiles->p999;
    }
    return run;
}

json cell_json(const ProbeCell& cell) {
    json runs = json::array();
    for (const auto& run : cell.runs) runs.push_back(run_json(run));
    return {{"phase", cell.row.phase},
            {"variant", cell.row.identifier},
            {"workload", cell.workload},
            {"threads", cell.threads},
            {"unit", cell.row.unit},
            {"file_size_mb", cell.row.file_size_mb},
            {"block_bytes", cell.row.block_bytes},
            {"rate_mean", cell.row.rate},
            {"rate_stddev", cell.runs.size() > 1 ? json(cell.row.rate_deviation) : json(nullptr)},
            {"runs", std::move(runs)}};
}

}  // namespace

json probe_json(const ProbeResult& result, const ProbeSettings& settings,
                const ProbeContext& context) {
    json document = {{"fstune", context.version},
                     {"kind", "probe"},
                     {"filesystem", filesystem_json(context.filesystem)},
                     {"settings", settings_json(settings)},
                     {"measurements", json::array()},
                     {"interrupted", result.interrupted}};
    for (const auto& cell : result.cells) document["measurements"].push_back(cell_json(cell));
    document.update(notes_json(result.failures, context.not_done, result.warnings));
    return document;
}

}  // namespace fstune::tuner
