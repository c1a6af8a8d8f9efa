#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "knowledge/catalogue.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

namespace {

using knowledge::Parameter;
using knowledge::to_text;

std::string unit_behind(const Parameter& parameter) {
    return parameter.unit == knowledge::Unit::none ? "" : " " + to_text(parameter.unit);
}

std::string default_of(const Parameter& parameter) {
    return parameter.default_rule.empty() ? to_text(parameter.default_value)
                                          : parameter.default_rule;
}

void print_versions(const Parameter& parameter) {
    if (!parameter.since.empty()) fmt::print("    since: {}\n", parameter.since);
    if (!parameter.until.empty()) fmt::print("    until: {}\n", parameter.until);
}

void print_bounds(const Parameter& parameter) {
    for (const auto& condition : parameter.conditions) {
        std::vector<std::string> values;
        for (const auto& value : condition.any_of) values.push_back(to_text(value));
        fmt::print("    only with: {}={}\n", condition.parameter, fmt::join(values, "|"));
    }
    if (!parameter.goes_with.empty()) fmt::print("    goes with: {}\n", parameter.goes_with);
    for (const auto& constraint : parameter.constraints)
        fmt::print("    bound: {}\n", constraint.because);
}

void print_risk(const Parameter& parameter) {
    for (const auto& [value, risk] : parameter.risk)
        fmt::print("    risk: {} is {}: {}\n", value, to_text(risk), parameter.loses);
}

void print_parameter(const Parameter& parameter) {
    fmt::print("{} ({}): {}\n", parameter.name, to_text(parameter.stage), parameter.summary);
    fmt::print("    values: {}{}\n", to_text(parameter.domain), unit_behind(parameter));
    fmt::print("    default: {}\n", default_of(parameter));
    print_bounds(parameter);
    print_versions(parameter);
    print_risk(parameter);
    if (!parameter.not_searched.empty())
        fmt::print("    not searched: {}\n", parameter.not_searched);
    fmt::print("    source: {}\n", parameter.source);
}

int print_parameters(const std::vector<std::string>& filesystems) {
    std::vector<Parameter> all;
    for (const auto& name : filesystems) {
        const auto found = knowledge::catalogue(name);
        if (!found) {
            say_error(fmt::format("fstune: --fs: {}\n", found.error().message));
            return 2;
        }
        all.insert(all.end(), found->begin(), found->end());
    }
    for (const auto& parameter : all) print_parameter(parameter);
    return 0;
}

}  // namespace

void add_params(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "params", "List the parameters that fstune knows, with their risks and sources");
    auto filesystems = std::make_shared<std::vector<std::string>>();
    command->add_option("--fs", *filesystems, "Only of these: ext4,xfs,... or queue")
        ->delimiter(',');
    command->callback([filesystems, &action] {
        action = [filesystems] {
            if (filesystems->empty()) filesystems->emplace_back();
            return print_parameters(*filesystems);
        };
    });
}

}  // namespace fstune::tuner
