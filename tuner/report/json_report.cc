#include "tuner/report/json_report.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "tuner/report/goals_json.h"
#include "tuner/report/system_lines.h"
#include "tuner/store/trial_json.h"

namespace fstune::tuner {

using nlohmann::json;

namespace {

// Device names and tool output need not be UTF-8.
std::string dump(const json& value) {
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string decision_text(search::Decision decision) {
    switch (decision) {
        case search::Decision::recommend:
            return "recommend";
        case search::Decision::keep_defaults:
            return "keep_defaults";
        case search::Decision::too_noisy:
            return "too_noisy";
    }
    return "";
}

json verdict_json(const Conclusion& conclusion) {
    json ties = json::array();
    for (const auto& tie : conclusion.verdict.ties) ties.push_back(configuration_json(tie));
    const double smallest = conclusion.verdict.smallest_visible_gain;
    return {{"decision", decision_text(conclusion.verdict.decision)},
            {"reason", conclusion.verdict.reason},
            {"recommended", configuration_json(conclusion.recommended())},
            {"best_default", configuration_json(conclusion.verdict.best_default)},
            {"value", conclusion.value()},
            {"gain_over_own_default", gain_json(conclusion.over_own_default())},
            {"gain_over_best_default", gain_json(conclusion.over_best_default())},
            {"smallest_visible_gain", smallest > 0 ? json(smallest) : json()},
            {"blocks", conclusion.verdict.blocks},
            {"blocks_left_out", conclusion.verdict.stepped_blocks},
            {"ties", ties}};
}

json shares_json(const Conclusion& conclusion) {
    json shares = json::array();
    if (!conclusion.simplified) return shares;
    for (const auto& share : conclusion.simplified->shares)
        shares.push_back({{"parameter", share.parameter},
                          {"gain", gain_json(share.gain)},
                          {"kept", share.kept}});
    return shares;
}

json importance_json(const Conclusion& conclusion) {
    json all = json::array();
    for (const auto& one : conclusion.importance)
        all.push_back({{"parameter", one.parameter},
                       {"share", one.share},
                       {"p", one.p},
                       {"mattered", one.mattered()}});
    return all;
}

json lines_json(const Conclusion& conclusion, const ReportContext& context) {
    const std::string target = "/mnt/data";
    json queue = json::object();
    for (const auto& [attribute, value] : context.lines.queue) queue[attribute] = value;
    return {{"mkfs", context.lines.mkfs},
            {"mount", mount_command(context.device, context.lines.mount_options, target)},
            {"mount_options", context.lines.mount_options},
            {"fstab",
             fstab_line(conclusion.recommended().filesystem, context.lines.mount_options, target)},
            {"queue", queue},
            {"udev_rule", udev_rule({context.disk, context.serial}, context.lines.queue)}};
}

json left_out_json(const Conclusion& conclusion) {
    json all = json::array();
    for (const auto& left : conclusion.left_out)
        all.push_back(
            {{"parameter", left.parameter}, {"value", left.value}, {"reason", left.reason}});
    return all;
}

json warnings_json(const Conclusion& conclusion) {
    json all = json::array();
    for (const auto& warning : conclusion.warnings)
        all.push_back({{"code", warning.code},
                       {"message", warning.message},
                       {"advice", warning.advice},
                       {"trials", warning.trials}});
    return all;
}

json guards_json(const Conclusion& conclusion) {
    json all = json::array();
    for (const auto& one : conclusion.guards)
        all.push_back({{"guard", to_text(one.guard)},
                       {"metric", one.guard.metric},
                       {"limit", one.guard.limit},
                       {"configuration", configuration_json(one.configuration)},
                       {"change", gain_json(one.change)},
                       {"kept", one.kept},
                       {"sure", one.sure}});
    return all;
}

json goal_json(const Goal& goal) {
    return {{"name", goal.name},
            {"metric", goal.metric},
            {"unit", goal.unit},
            {"better", goal.direction == search::Direction::maximize ? "higher" : "lower"}};
}

// The object is left open and the trials are added one by one.
Result<void> write_with_trials(std::ostream& out, const json& object, const StudyStore& store) {
    std::string text = dump(object);
    text.pop_back();
    out << text << (object.empty() ? "" : ",") << "\n\"trials\":[";
    constexpr std::size_t page_size = 500;
    std::int64_t last = 0;
    while (out) {  // where it takes no more, its owner says so
        const auto page = store.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) break;
        for (const auto& trial : *page) {
            out << (last == 0 ? "\n" : ",\n") << dump(trial_json(trial));
            last = trial.intention.id;
        }
    }
    out << "\n]}\n";
    out.flush();
    return {};
}

}  // namespace

Result<void> write_json_report(std::ostream& out, const Conclusion& conclusion,
                               const ReportContext& context, const Overhead& overhead,
                               const StudyStore& store) {
    const json object = {
        {"schema_version", json_schema_version},
        {"fstune_version", context.version},
        {"goal", goal_json(context.goal)},
        {"context", context.identity},
        {"settings", context.settings},
        {"verdict", verdict_json(conclusion)},
        {"goals", goals_json(conclusion, context)},
        {"pareto", pareto_json(conclusion)},
        {"shares", shares_json(conclusion)},
        {"importance", importance_json(conclusion)},
        {"lines", lines_json(conclusion, context)},
        {"ceiling", ceiling_json(conclusion.ceiling)},
        {"noise", {{"one_trial", conclusion.noise.noise}, {"drift", conclusion.noise.drift.found}}},
        {"guards", guards_json(conclusion)},
        {"warnings", warnings_json(conclusion)},
        {"seconds_by_part", conclusion.part_seconds},
        {"left_out", left_out_json(conclusion)},
        {"tried",
         {{"configurations", conclusion.tried.configurations},
          {"trials", conclusion.tried.trials},
          {"failures", conclusion.tried.failures}}},
        {"seconds", conclusion.seconds},
        {"overhead",
         {{"own_cpu_seconds", overhead.own_cpu_seconds},
          {"own_cpu_share", overhead.own_cpu_share},
          {"max_rss_bytes", overhead.max_rss_bytes}}}};
    return write_with_trials(out, object, store);
}

Result<void> write_json_study(std::ostream& out, const StudyStore& store) {
    const auto header = store.header();
    if (!header) return tl::unexpected(header.error());
    const json object = {{"schema_version", json_schema_version},
                         {"context", header->identity},
                         {"settings", header->settings}};
    return write_with_trials(out, object, store);
}

}  // namespace fstune::tuner
