#include "tuner/store/trial_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/report/seen_warnings.h"
#include "tuner/store/details.h"

namespace fstune::tuner {

using knowledge::Configuration;
using knowledge::FailureKind;
using knowledge::Measurement;
using knowledge::Phase;
using nlohmann::json;

namespace {

tl::unexpected<Error> not_ours(const std::string& what, const std::string& text) {
    constexpr std::size_t shown = 80;
    return fail(ErrorCode::bad_input,
                fmt::format("the study holds {} that fstune did not write: {}", what,
                            text.substr(0, shown)));
}

std::optional<knowledge::Value> read_value(const json& value) {
    if (value.is_boolean()) return value.get<bool>();
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_string()) return value.get<std::string>();
    return std::nullopt;
}

}  // namespace

json values_json(const Configuration& configuration) {
    json values = json::object();
    for (const auto& [name, value] : configuration.values)
        std::visit([&, &key = name](const auto& held) { values[key] = held; }, value);
    return values;
}

Result<Configuration> read_configuration(const std::string& filesystem, const std::string& values) {
    Configuration configuration{.filesystem = filesystem, .values = {}};
    if (values == "{}") return configuration;
    const json object = json::parse(values, nullptr, false);
    if (!object.is_object()) return not_ours("a configuration", values);
    for (const auto& [name, held] : object.items()) {
        auto value = read_value(held);
        if (!value) return not_ours("a configuration", values);
        configuration.values.emplace(name, std::move(*value));
    }
    return configuration;
}

Result<void> read_details(const std::string& text, Measurement& measurement) {
    if (parse_details(text, measurement)) return {};
    return not_ours("a measurement", text);
}

json warnings_json(const std::vector<std::string>& warnings) {
    json all = json::array();
    for (const auto& text : warnings) {
        const auto warning = taken_apart(text);
        all.push_back(
            {{"code", warning.code}, {"message", warning.message}, {"advice", warning.advice}});
    }
    return all;
}

json trial_json(const StoredTrial& stored) {
    const auto& asked = stored.intention;
    json out = {{"id", asked.id},
                {"phase", knowledge::to_text(asked.phase)},
                {"block", asked.block},
                {"fidelity", asked.fidelity},
                {"filesystem", asked.configuration.filesystem},
                {"values", values_json(asked.configuration)},
                {"elapsed_seconds", stored.elapsed}};
    if (const auto* measured = std::get_if<Measurement>(&stored.outcome)) {
        out["value"] = measured->value;
        out["samples"] = measured->samples;
        if (!measured->goal_samples.empty()) out["goal_samples"] = measured->goal_samples;
        out["metrics"] = measured->metrics;
        out["seconds"] = measured->seconds;
        out["warnings"] = warnings_json(measured->warnings);
    } else {
        const auto& failure = std::get<knowledge::Failure>(stored.outcome);
        out["failure"] = {{"kind", knowledge::to_text(failure.kind)}, {"reason", failure.reason}};
    }
    return out;
}

Result<Phase> read_phase(const std::string& text) {
    for (const auto phase :
         {Phase::calibrate, Phase::search, Phase::confirm, Phase::simplify, Phase::weigh}) {
        if (knowledge::to_text(phase) == text) return phase;
    }
    return not_ours("a phase", text);
}

Result<FailureKind> read_failure_kind(const std::string& text) {
    for (const auto kind :
         {FailureKind::mkfs_refused, FailureKind::mount_refused, FailureKind::not_applied,
          FailureKind::probe_failed, FailureKind::timed_out, FailureKind::device_error}) {
        if (knowledge::to_text(kind) == text) return kind;
    }
    return not_ours("a kind of failure", text);
}

}  // namespace fstune::tuner
