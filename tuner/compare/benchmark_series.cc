#include "tuner/compare/benchmark_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "knowledge/readers/bonnie_csv.h"
#include "knowledge/readers/dbench.h"
#include "knowledge/readers/fs_mark.h"
#include "knowledge/readers/postmark.h"
#include "knowledge/readers/probe_json.h"
#include "knowledge/readers/scaling_table.h"
#include "knowledge/readers/text.h"

namespace fstune::tuner {

using knowledge::Series;
using knowledge::TiobenchRow;

namespace {

Series& like(std::vector<Series>& all, Series wanted) {
    const auto found = std::ranges::find_if(all, [&](const Series& other) {
        return other.phase == wanted.phase && other.variant == wanted.variant &&
               other.conditions == wanted.conditions;
    });
    if (found != all.end()) return *found;
    all.push_back(std::move(wanted));
    return all.back();
}

// Sizes tell rows of a phase apart only where there are several.
bool varies(const std::vector<TiobenchRow>& rows, const std::string& phase,
            double TiobenchRow::*figure) {
    std::set<double> values;
    for (const auto& row : rows)
        if (row.phase == phase) values.insert(row.*figure);
    return values.size() > 1;
}

template <typename Each>
std::vector<Series> by_line(std::string_view text, Each each) {
    std::vector<Series> all;
    knowledge::for_each_line(text, [&](std::string_view line) { each(line, all); });
    return all;
}

std::vector<Series> dbench(std::string_view text, const std::string& variant) {
    return by_line(text, [&](std::string_view line, std::vector<Series>& all) {
        if (const auto run = knowledge::dbench_line(line))
            like(all, {.phase = "dbench",
                       .conditions = {{"clients", std::to_string(run->clients)}},
                       .variant = variant,
                       .metric = "MB/s"})
                .values.push_back(run->mb_per_s);
    });
}

std::vector<Series> bonnie(std::string_view text, const std::string& variant) {
    return by_line(text, [&](std::string_view line, std::vector<Series>& all) {
        const auto run = knowledge::bonnie_line(line);
        if (!run) return;
        for (const auto& field : run->fields)
            if (field.value)
                like(all, {.phase = field.name, .variant = variant, .metric = field.name})
                    .values.push_back(*field.value);
    });
}

Result<std::vector<Series>> fs_mark(std::string_view text, const std::string& variant) {
    const auto run = knowledge::read_fs_mark(text);
    if (!run) return tl::unexpected(run.error());
    std::vector<Series> all;
    for (const auto& row : run->rows)
        like(all, {.phase = "fs_mark",
                   .conditions = {{"size", std::to_string(row.size)},
                                  {"threads", std::to_string(run->threads)}},
                   .variant = variant,
                   .metric = "files/s"})
            .values.push_back(row.files_per_s);
    return all;
}

Result<std::vector<Series>> postmark(std::string_view text, const std::string& variant) {
    const auto run = knowledge::read_postmark(text);
    if (!run) return tl::unexpected(run.error());
    const auto one = [&variant](const char* phase, const char* unit, double value) {
        return Series{.phase = phase, .variant = variant, .metric = unit, .values = {value}};
    };
    return std::vector{one("postmark transactions", "transactions/s", run->transactions_per_s),
                       one("postmark read", "bytes/s", run->bytes_read_per_s),
                       one("postmark written", "bytes/s", run->bytes_written_per_s)};
}

Result<std::vector<Series>> scaling(std::string_view text) {
    const auto rows = knowledge::read_scaling_table(text);
    if (!rows) return tl::unexpected(rows.error());
    std::vector<Series> all;
    for (const auto& row : *rows) {
        auto& series = like(all, {.phase = row.workload,
                                  .conditions = {{"directories", std::to_string(row.folders)}},
                                  .variant = row.identifier,
                                  .metric = row.unit});
        if (row.deviation)
            series.summary =
                knowledge::Summary{static_cast<std::size_t>(row.runs), row.total, *row.deviation};
        else
            series.values.push_back(row.total);
    }
    return all;
}

}  // namespace

Result<std::vector<Series>> series_of(const std::vector<TiobenchRow>& rows) {
    std::vector<Series> all;
    for (const auto& row : rows) {
        Series wanted{.phase = row.phase, .variant = row.identifier, .metric = row.unit};
        wanted.conditions.emplace_back("threads", std::to_string(row.threads));
        if (varies(rows, row.phase, &TiobenchRow::file_size_mb))
            wanted.conditions.emplace_back("file_size_mb", fmt::format("{}", row.file_size_mb));
        if (varies(rows, row.phase, &TiobenchRow::block_bytes))
            wanted.conditions.emplace_back("block_bytes", fmt::format("{}", row.block_bytes));
        auto& series = like(all, std::move(wanted));
        const bool mean = row.runs > 1;
        if (series.summary || (mean && !series.values.empty()))
            return fail(ErrorCode::bad_input,
                        fmt::format("'{}' of '{}' comes twice, once as a mean; give the CSV or the "
                                    "JSON, which have every run",
                                    series.variant, knowledge::label_of(series)));
        if (mean)
            series.summary = knowledge::Summary{static_cast<std::size_t>(row.runs), row.rate,
                                                row.rate_deviation};
        else
            series.values.push_back(row.rate);
    }
    return all;
}

bool is_benchmark_output(std::string_view text) {
    return knowledge::is_probe_json(text) || knowledge::is_tiobench(text) ||
           knowledge::is_scaling_table(text) || knowledge::is_fs_mark(text) ||
           knowledge::is_postmark(text) || !dbench(text, "").empty() || !bonnie(text, "").empty();
}

Result<std::vector<Series>> read_benchmark_series(std::string_view text,
                                                  const std::string& variant) {
    const bool json = knowledge::is_probe_json(text);
    if (json || knowledge::is_tiobench(text)) {
        const auto rows = json ? knowledge::read_probe_json(text) : knowledge::read_tiobench(text);
        if (!rows) return tl::unexpected(rows.error());
        return series_of(*rows);
    }
    if (knowledge::is_scaling_table(text)) return scaling(text);
    if (knowledge::is_fs_mark(text)) return fs_mark(text, variant);
    if (knowledge::is_postmark(text)) return postmark(text, variant);
    auto lines = dbench(text, variant);
    return lines.empty() ? bonnie(text, variant) : lines;
}

}  // namespace fstune::tuner
