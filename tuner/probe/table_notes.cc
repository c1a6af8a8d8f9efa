#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tuner/probe/tables.h"

namespace fstune::tuner {

namespace {

using nlohmann::json;

std::string line_of(const ProbeFailure& failure) {
    return fmt::format("{}, {} threads, run {}: {}", failure.workload, failure.threads, failure.run,
                       failure.reason);
}

// "cached result: DETAIL; ..." is of the kind "cached result".
std::string kind_of(const ProbeWarning& warning) {
    return warning.workload + warning.text.substr(0, warning.text.find(':'));
}

std::vector<std::string> lines_of(const std::vector<ProbeWarning>& warnings) {
    std::vector<std::string> lines, seen;
    for (const auto& warning : warnings) {
        const auto kind = kind_of(warning);
        if (std::ranges::find(seen, kind) != seen.end()) continue;
        seen.push_back(kind);
        const auto all = std::ranges::count(warnings, kind, kind_of);
        lines.push_back(
            fmt::format("{}, {}: {}{}", warning.workload, warning.where, warning.text,
                        all > 1 ? fmt::format(" ({} more of this kind)", all - 1) : ""));
    }
    return lines;
}

std::string list(const char* title, const std::vector<std::string>& lines) {
    std::string text;
    for (const auto& line : lines) text += "  " + line + "\n";
    return lines.empty() ? "" : fmt::format("\n{}:\n{}", title, text);
}

}  // namespace

std::string notes_text(const std::vector<ProbeFailure>& failures,
                       const std::vector<std::string>& not_done,
                       const std::vector<ProbeWarning>& warnings) {
    std::vector<std::string> lines;
    for (const auto& failure : failures) lines.push_back(line_of(failure));
    return list("Failed", lines) + list("Not done", not_done) +
           list("Warnings", lines_of(warnings));
}

json notes_json(const std::vector<ProbeFailure>& failures, const std::vector<std::string>& not_done,
                const std::vector<ProbeWarning>& warnings) {
    json failed = json::array(), warned = json::array();
    for (const auto& failure : failures)
        failed.push_back({{"workload", failure.workload},
                          {"threads", failure.threads},
                          {"run", failure.run},
                          {"reason", failure.reason}});
    for (const auto& warning : warnings)
        warned.push_back(
            {{"workload", warning.workload}, {"where", warning.where}, {"text", warning.text}});
    return {{"failures", failed}, {"not_done", not_done}, {"warnings", warned}};
}

json settings_json(const ProbeSettings& settings) {
    return {{"seconds", std::chrono::duration<double>(settings.length).count()},
            {"runs", settings.runs},
            {"size_bytes", settings.size},
            {"seed", settings.seed},
            {"compressible", settings.compressible}};
}

json filesystem_json(const probes::FilesystemAt& filesystem) {
    return {{"folder", filesystem.folder},        {"type", filesystem.type},
            {"source", filesystem.source},        {"device", filesystem.device},
            {"mount", filesystem.mount_point},    {"options", filesystem.options},
            {"free_bytes", filesystem.free_bytes}};
}

std::string table_number(double value) {
    const double size = std::abs(value);
    return fmt::format("{:.{}f}", value, size >= 1 || size == 0 ? 2 : size >= 0.01 ? 4 : 6);
}

std::string csv_field(const std::string& field) {
    if (field.find_first_of(",\"\r\n#") == std::string::npos) return field;
    std::string text = "\"";
    for (const char c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

}  // namespace fstune::tuner
