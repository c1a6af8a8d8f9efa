#include "knowledge/readers/probe_json.h"

#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "knowledge/readers/lines.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

using nlohmann::json;

constexpr double most_threads = 1e6;

struct Field {
    const char* name;
    double TiobenchRow::*into;
};
constexpr std::array<Field, 7> fields = {{{"rate", &TiobenchRow::rate},
                                          {"cpu_percent", &TiobenchRow::cpu_percent},
                                          {"latency_avg_ms", &TiobenchRow::latency_avg_ms},
                                          {"latency_max_ms", &TiobenchRow::latency_max_ms},
                                          {"pct_over_2s", &TiobenchRow::pct_over_2s},
                                          {"pct_over_10s", &TiobenchRow::pct_over_10s},
                                          {"cpu_efficiency", &TiobenchRow::cpu_efficiency}}};

std::optional<double> number(const json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number()) return std::nullopt;
    return found->get<double>();
}

std::string text_in(const json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<TiobenchRow> row_of(const json& measurement, const json& run) {
    const auto threads = number(measurement, "threads");
    if (!run.is_object() || !threads || !(*threads >= 1 && *threads <= most_threads))
        return std::nullopt;
    TiobenchRow row{.phase = text_in(measurement, "phase"),
                    .identifier = text_in(measurement, "variant"),
                    .unit = text_in(measurement, "unit"),
                    .file_size_mb = number(measurement, "file_size_mb").value_or(0),
                    .block_bytes = number(measurement, "block_bytes").value_or(0),
                    .threads = static_cast<int>(*threads)};
    for (const auto& [name, into] : fields) {
        const auto value = number(run, name);
        if (!value && !(run.contains(name) && run[name].is_null())) return std::nullopt;
        row.*into = value.value_or(std::numeric_limits<double>::quiet_NaN());
    }
    if (std::isnan(row.rate)) return std::nullopt;
    row.kernel_cpu_percent = number(run, "kernel_cpu_percent");
    const auto p50 = number(run, "latency_p50_ms"), p90 = number(run, "latency_p90_ms"),
               p99 = number(run, "latency_p99_ms"), p999 = number(run, "latency_p999_ms");
    if (p50 && p90 && p99 && p999) row.percentiles = TiobenchPercentiles{*p50, *p90, *p99, *p999};
    return row;
}

}  // namespace

bool is_probe_json(std::string_view text) {
    if (text.size() > longest_json || !trim(text).starts_with('{')) return false;
    const auto document = json::parse(text, nullptr, false);
    return document.is_object() && text_in(document, "kind") == "probe" &&
           document.contains("measurements");
}

Result<std::vector<TiobenchRow>> read_probe_json(std::string_view text) {
    const auto broken = [] {
        return fail(ErrorCode::bad_input, "this is no whole JSON of `fstune probe`");
    };
    if (text.size() > longest_json) return broken();
    const auto document = json::parse(text, nullptr, false);
    if (!document.is_object()) return broken();
    const auto measurements = document.find("measurements");
    if (measurements == document.end() || !measurements->is_array()) return broken();
    std::vector<TiobenchRow> rows;
    for (const auto& measurement : *measurements) {
        if (!measurement.is_object()) return broken();
        const auto runs = measurement.find("runs");
        if (runs == measurement.end() || !runs->is_array()) return broken();
        for (const auto& run : *runs) {
            auto row = row_of(measurement, run);
            if (!row) return broken();
            rows.push_back(std::move(*row));
        }
    }
    if (rows.empty()) return fail(ErrorCode::bad_input, "nothing was measured in it");
    return rows;
}

}  // namespace fstune::knowledge
