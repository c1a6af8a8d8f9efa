#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "knowledge/readers/scaling_table.h"
#include "knowledge/units.h"
#include "search/statistics/sample.h"
#include "tuner/probe/tables.h"

namespace fstune::tuner {

namespace {

using nlohmann::json;

constexpr const char* head =
    "Identifier                   Folders     Total  StdDev Per folder   Slowest Efficiency Runs\n"
    "---------------------------- ------- --------- ------- ---------- --------- ---------- ----\n";

search::Sample totals(const ScalingLevel& level) {
    std::vector<double> values;
    for (const auto& round : level.rounds) values.push_back(round.total());
    return search::sample_of(values);
}

double slowest(const ScalingLevel& level) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& round : level.rounds) least = std::min(least, std::ranges::min(round.each));
    return least;
}

// Against so many times what one folder alone does.
double efficiency(const ScalingTable& table, const ScalingLevel& level) {
    const auto& one = table.levels.front();
    if (one.rounds.empty()) return 0;
    return totals(level).mean / (totals(one).mean * level.folders);
}

std::string row_text(const ScalingTable& table, const ScalingLevel& level,
                     const std::string& label) {
    const auto total = totals(level);
    return fmt::format("{:<28} {:>7} {:>9} {:>7} {:>10} {:>9} {:>9.1f}% {:>4}\n", label,
                       level.folders, table_number(total.mean),
                       total.n > 1 ? table_number(total.deviation) : "-",
                       table_number(total.mean / level.folders), table_number(slowest(level)),
                       100 * efficiency(table, level), total.n);
}

json level_json(const ScalingTable& table, const ScalingLevel& level) {
    json rounds = json::array();
    for (const auto& round : level.rounds)
        rounds.push_back({{"run", round.round}, {"total", round.total()}, {"each", round.each}});
    json one = {{"directories", level.folders}, {"runs", rounds}};
    if (level.rounds.empty()) return one;
    const auto total = totals(level);
    one["total_mean"] = total.mean;
    one["total_stddev"] = total.n > 1 ? json(total.deviation) : json(nullptr);
    one["per_directory"] = total.mean / level.folders;
    one["efficiency"] = efficiency(table, level);
    return one;
}

}  // namespace

std::string scaling_text(const ScalingResult& result, const ProbeSettings& settings,
                         const ScalingContext& context) {
    std::string text;
    for (std::size_t i = 0; i < context.filesystems.size(); ++i)
        text += fmt::format("Folder {}: {} ({} on {})\n", i + 1, context.filesystems[i].folder,
                            context.filesystems[i].type, context.filesystems[i].source);
    text += fmt::format("{} threads in each folder, {} of each measurement, data of {} each\n",
                        settings.threads.front(), knowledge::format_duration(settings.length),
                        knowledge::format_size(settings.size));
    for (const auto& table : result.tables) {
        text += "\n" + knowledge::scaling_title(table.workload, table.unit) + "\n" + head;
        for (const auto& level : table.levels)
            if (!level.rounds.empty()) text += row_text(table, level, settings.label);
        text += scaling_verdict(table) + "\n";
    }
    return text + notes_text(result.failures, context.not_done, result.warnings);
}

std::string scaling_csv(const ScalingResult& result, const ProbeSettings& settings) {
    std::string text = "phase,variant,directories,threads,run,rate,unit,slowest,fastest\n";
    for (const auto& table : result.tables)
        for (const auto& level : table.levels)
            for (const auto& round : level.rounds)
                text +=
                    fmt::format("{},{},{},{},{},{},{},{},{}\n", csv_field(table.workload),
                                csv_field(settings.label), level.folders, settings.threads.front(),
                                round.round, round.total(), csv_field(table.unit),
                                std::ranges::min(round.each), std::ranges::max(round.each));
    return text;
}

json scaling_json(const ScalingResult& result, const ProbeSettings& settings,
                  const ScalingContext& context) {
    json document = {{"fstune", context.version},           {"kind", "scaling"},
                     {"filesystems", json::array()},        {"variant", settings.label},
                     {"settings", settings_json(settings)}, {"scaling", json::array()},
                     {"interrupted", result.interrupted}};
    document["settings"]["threads"] = settings.threads.front();
    for (const auto& filesystem : context.filesystems)
        document["filesystems"].push_back(filesystem_json(filesystem));
    for (const auto& table : result.tables) {
        json one = {{"workload", table.workload},
                    {"unit", table.unit},
                    {"levels", json::array()},
                    {"stops_at", nullptr},
                    {"verdict", scaling_verdict(table)}};
        for (const auto& level : table.levels) one["levels"].push_back(level_json(table, level));
        if (table.verdict) {
            if (table.verdict->stops_at) one["stops_at"] = *table.verdict->stops_at;
            one["peak_at"] = table.verdict->peak_at;
            one["falls"] = table.verdict->falls;
            one["smallest_visible_gain"] = table.verdict->smallest_visible;
        }
        document["scaling"].push_back(std::move(one));
    }
    document.update(notes_json(result.failures, context.not_done, result.warnings));
    return document;
}

}  // namespace fstune::tuner
