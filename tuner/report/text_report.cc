#include "tuner/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "knowledge/units.h"
#include "probes/host/process.h"
#include "tuner/report/format.h"
#include "tuner/report/goals_text.h"
#include "tuner/report/risks.h"
#include "tuner/report/system_lines.h"

namespace fstune::tuner {

namespace {

using Out = std::back_insert_iterator<std::string>;

std::int64_t sum(const std::map<std::string, std::int64_t>& counts) {
    std::int64_t total = 0;
    for (const auto& [name, count] : counts) total += count;
    return total;
}

std::string headline(const Conclusion& conclusion) {
    const auto& filesystem = conclusion.recommended().filesystem;
    switch (conclusion.verdict.decision) {
        case search::Decision::recommend:
            return conclusion.recommended().values.empty()
                       ? fmt::format("Take {} with its defaults", filesystem)
                       : fmt::format("Take {} with the settings below", filesystem);
        case search::Decision::keep_defaults:
            return fmt::format("Keep the defaults ({})", filesystem);
        case search::Decision::too_noisy:
            return "Too noisy to decide; until then keep the defaults (" + filesystem + ")";
    }
    return "";
}

void write_gains(Out out, const Conclusion& conclusion, const ReportContext& context) {
    const auto& filesystem = conclusion.recommended().filesystem;
    const auto& best = conclusion.verdict.best_default.filesystem;
    if (const auto gain = conclusion.over_own_default(); gain && conclusion.recommends())
        fmt::format_to(out, "  gain over the defaults of {}: {}\n", filesystem,
                       format_gain(*gain, context.confidence));
    if (const auto gain = conclusion.over_best_default(); gain && conclusion.recommends())
        fmt::format_to(out, "  gain over the best defaults ({}): {}\n", best,
                       format_gain(*gain, context.confidence));
    if (!conclusion.recommends() && conclusion.verdict.smallest_visible_gain > 0)
        fmt::format_to(out, "  the smallest gain that this run could have seen: {}\n",
                       format_gain(conclusion.verdict.smallest_visible_gain));
}

void write_value(Out out, const Conclusion& conclusion, const ReportContext& context) {
    if (conclusion.value() > 0)
        fmt::format_to(out, "  {} with it: {} {}", context.goal.metric,
                       format_value(conclusion.value()), context.goal.unit);
    if (conclusion.ceiling)
        fmt::format_to(out, "; the raw device: {} {}, of which this is {}",
                       format_value(conclusion.ceiling->value), context.goal.unit,
                       format_share(conclusion.ceiling->share));
    fmt::format_to(out, "\n");
}

void write_lines(Out out, const Conclusion& conclusion, const ReportContext& context) {
    const auto& lines = context.lines;
    const std::string target = "/mnt/data";
    const auto mount = mount_command(context.device, lines.mount_options, target);
    fmt::format_to(out, "\nMake and mount it:\n  {}\n  {}\n", probes::shell_quoted(lines.mkfs),
                   probes::shell_quoted(mount));
    fmt::format_to(out, "In /etc/fstab (the UUID: blkid -s UUID -o value {}):\n  {}\n",
                   probes::shell_quoted({context.device}),
                   fstab_line(conclusion.recommended().filesystem, lines.mount_options, target));
    if (const auto rule = udev_rule({context.disk, context.serial}, lines.queue); !rule.empty())
        fmt::format_to(out, "In /etc/udev/rules.d/60-fstune.rules:\n  {}\n", rule);
}

const knowledge::Parameter* find(const ReportContext& context, const std::string& name) {
    for (const auto& parameter : context.parameters) {
        if (parameter.name == name) return &parameter;
    }
    return nullptr;
}

void write_shares(Out out, const Conclusion& conclusion, const ReportContext& context) {
    if (!conclusion.simplified || conclusion.simplified->shares.empty()) return;
    fmt::format_to(out, "\nWhat each change is worth (lost when it alone is put back):\n");
    const auto& winner = conclusion.verdict.recommended;
    for (const auto& share : conclusion.simplified->shares) {
        const auto* parameter = find(context, share.parameter);
        const auto value = winner.values.find(share.parameter);
        if (parameter == nullptr || value == winner.values.end()) continue;
        fmt::format_to(
            out, "  {} {} -> {}: {}{}\n", share.parameter,
            knowledge::to_text(parameter->default_value), knowledge::to_text(value->second),
            share.gain ? format_gain(*share.gain, context.confidence) : "not measured alone",
            share.kept ? "" : "; makes no difference, left out");
    }
}

// With several goals a metric is of one of their workloads: "db write_amplification".
std::string workload_of(const GuardResult& one, const ReportContext& context) {
    if (context.goal.parts.empty() || !one.guard.workload.empty()) return "";
    const auto space = one.guard.metric.rfind(' ');
    return space == std::string::npos ? "" : " in " + one.guard.metric.substr(0, space);
}

void write_guards(Out out, const Conclusion& conclusion, const ReportContext& context) {
    if (conclusion.guards.empty()) return;
    fmt::format_to(out, "\nGuards, against {} with its defaults:\n",
                   conclusion.verdict.best_default.filesystem);
    for (const auto& one : conclusion.guards)
        fmt::format_to(out, "  {}{} with {}: {}; {}\n", to_text(one.guard),
                       workload_of(one, context), knowledge::to_text(one.configuration),
                       one.change ? format_gain(*one.change, context.confidence) : "not measured",
                       !one.kept  ? "broken, so it is not recommended"
                       : one.sure ? "kept"
                                  : "kept as measured, though not for sure");
}

void write_warnings(Out out, const Conclusion& conclusion) {
    if (conclusion.warnings.empty()) return;
    fmt::format_to(out, "\nBe careful with the figures:\n");
    for (const auto& warning : conclusion.warnings)
        fmt::format_to(out, "  {}{}\n    {}\n", warning.message,
                       warning.trials > 1
                           ? fmt::format(" (the first of {} trials with it)", warning.trials)
                           : "",
                       warning.advice);
}

// Those that can be told apart from chance; the rest are counted.
void write_importance(Out out, const Conclusion& conclusion) {
    if (conclusion.importance.empty()) return;
    std::size_t others = 0;
    fmt::format_to(out, "\nWhat mattered in the search (share of what differs, by itself):\n");
    for (const auto& one : conclusion.importance) {
        others += one.mattered() ? 0 : 1;
        if (one.mattered())
            fmt::format_to(out, "  {}: {}\n", one.parameter, format_share(one.share));
    }
    const bool all = others == conclusion.importance.size();
    if (others > 0)
        fmt::format_to(out, "  {} {} parameter{}: nothing that could be told from chance\n", others,
                       all ? "tried" : "other", others == 1 ? "" : "s");
}

void write_ties(Out out, const Conclusion& conclusion) {
    if (conclusion.verdict.ties.empty()) return;
    fmt::format_to(out, "\nAs good as far as this run can tell:\n");
    for (const auto& tie : conclusion.verdict.ties)
        fmt::format_to(out, "  {}\n", knowledge::to_text(tie));
}

bool is_risk(const knowledge::LeftOut& left) {
    return left.reason.starts_with("durability") || left.reason.starts_with("compatibility");
}

// "ext4.commit = 15, 30: durability: ..."; one line for a parameter and reason. Of the recommended
// filesystem and the queue; the rest is counted, and what is left out for other reasons too.
void write_left_out(Out out, const Conclusion& conclusion) {
    std::map<std::pair<std::string, std::string>, std::string> lines;
    std::int64_t elsewhere = 0, others = 0;
    const auto own = conclusion.recommended().filesystem + ".";
    for (const auto& left : conclusion.left_out) {
        others += is_risk(left) ? 0 : 1;
        if (!is_risk(left)) continue;
        const bool shown = left.parameter.starts_with(own) || left.parameter.starts_with("queue.");
        elsewhere += shown ? 0 : 1;
        if (!shown) continue;
        auto& values = lines[{left.parameter, left.reason}];
        values += (values.empty() ? "" : ", ") + left.value;
    }
    if (!lines.empty() || elsewhere > 0)
        fmt::format_to(out, "\nNot tried for their risk (--allow durability,compatibility):\n");
    for (const auto& [what, values] : lines)
        fmt::format_to(out, "  {}{}: {}\n", what.first, values.empty() ? "" : " = " + values,
                       what.second);
    if (elsewhere > 0)
        fmt::format_to(out, "  {} of other filesystems (fstune params, or --json)\n",
                       counted(elsewhere, "value"));
    if (others > 0)
        fmt::format_to(out,
                       "\nNot tried for other reasons: {} parameters or values (--json has them)\n",
                       others);
}

void write_noise(Out out, const search::NoiseFigures& noise) {
    std::string unstable;
    for (const auto& filesystem : noise.filesystems)
        if (filesystem.unstable) unstable += (unstable.empty() ? "" : ", ") + filesystem.filesystem;
    fmt::format_to(out, "Noise with nothing changed: ");
    if (noise.degrees > 0) fmt::format_to(out, "{} from trial to trial", format_share(noise.noise));
    if (!unstable.empty())
        fmt::format_to(out, "{}{} ranged over 30 % or more", noise.degrees > 0 ? "; " : "",
                       unstable);
    fmt::format_to(out, "{}\n", noise.drift.found ? "; the machine drifts" : "");
}

// "Time of a trial: measure 2.00 s, mkfs 0.05 s, ...", the longest first.
void write_parts(Out out, const std::map<std::string, double>& parts) {
    std::vector<std::pair<double, std::string>> sorted;
    double other = 0, whole = 0;
    for (const auto& [part, seconds] : parts) {
        sorted.emplace_back(seconds, part);
        whole += seconds;
        if (part != "prepare" && part != "measure") other += seconds;
    }
    if (whole <= 0) return;
    std::ranges::sort(sorted, std::greater<>{});
    fmt::format_to(out, "Time of a trial:");
    std::string separator = " ";
    for (const auto& [seconds, part] : sorted) {
        fmt::format_to(out, "{}{} {:.2f} s", separator, part, seconds);
        separator = ", ";
    }
    fmt::format_to(out, "; neither preparing nor measuring: {}\n", format_share(other / whole));
}

void write_tried(Out out, const Conclusion& conclusion, const ReportContext& context) {
    const auto& tried = conclusion.tried;
    fmt::format_to(out, "\nTried: {} in {} (", counted(tried.configurations, "configuration"),
                   counted(sum(tried.trials), "trial"));
    std::string separator;
    for (const auto& [phase, count] : tried.trials) {
        fmt::format_to(out, "{}{} {}", separator, phase, count);
        separator = ", ";
    }
    fmt::format_to(out, "), {} failed", sum(tried.failures));
    separator = ": ";
    for (const auto& [kind, count] : tried.failures) {
        fmt::format_to(out, "{}{} {}", separator, kind, count);
        separator = ", ";
    }
    const auto time = std::chrono::nanoseconds(static_cast<std::int64_t>(conclusion.seconds * 1e9));
    fmt::format_to(out, "; {}\n", knowledge::format_duration(time));
    write_noise(out, conclusion.noise);
    write_parts(out, conclusion.part_seconds);
    if (!context.study_file.empty()) fmt::format_to(out, "Study: {}\n", context.study_file);
}

}  // namespace

std::string text_report(const Conclusion& conclusion, const ReportContext& context) {
    std::string text;
    const Out out(text);
    fmt::format_to(out, "{} for {} on {}: {}.\n", headline(conclusion), context.goal.name,
                   context.scratch ? "a scratch file" : context.device, conclusion.verdict.reason);
    write_gains(out, conclusion, context);
    if (context.goal.parts.empty()) write_value(out, conclusion, context);
    text += goals_text(conclusion, context);
    text += front_text(conclusion, context);
    write_lines(out, conclusion, context);
    text += risks_text(conclusion, context);
    write_shares(out, conclusion, context);
    write_importance(out, conclusion);
    write_ties(out, conclusion);
    write_guards(out, conclusion, context);
    write_warnings(out, conclusion);
    write_left_out(out, conclusion);
    write_tried(out, conclusion, context);
    return text;
}

}  // namespace fstune::tuner
