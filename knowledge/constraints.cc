#include "knowledge/constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "knowledge/catalogue/entry.h"

namespace fstune::knowledge {

namespace {

class Checker {
  public:
    Checker(const std::vector<Parameter>& parameters, const Configuration& configuration)
        : parameters_(parameters), configuration_(configuration) {}

    void check(const std::string& name, const Value& value) {
        const auto* parameter = find(name);
        if (parameter == nullptr || off(value)) return;
        check_partner(*parameter);
        for (const auto& constraint : parameter->constraints) check(*parameter, value, constraint);
    }
    void check_all() {
        for (const auto& [name, value] : configuration_.values) check(name, value);
    }
    std::vector<std::string> broken;

  private:
    static bool off(const Value& value) { return value == Value(std::int64_t{0}); }

    const Parameter* find(const std::string& name) const {
        const auto given = std::ranges::find(parameters_, name, &Parameter::name);
        if (given != parameters_.end()) return &*given;
        const auto* entry = find_entry(name);
        return entry == nullptr ? nullptr : &entry->parameter;
    }

    // Nothing where the default depends on a device that is not known, and while the parameter's
    // own conditions do not hold.
    std::optional<Value> value_of(const std::string& name) const {
        const auto set = configuration_.values.find(name);
        if (set != configuration_.values.end()) return set->second;
        const auto* parameter = find(name);
        if (parameter == nullptr || !active(*parameter)) return std::nullopt;
        const bool unknown =
            !parameter->default_rule.empty() &&
            std::ranges::find(parameters_, name, &Parameter::name) == parameters_.end();
        return unknown ? std::nullopt : std::optional(parameter->default_value);
    }

    bool active(const Parameter& parameter) const { return all_hold(parameter.conditions); }

    bool all_hold(const std::vector<Condition>& conditions) const {
        return std::ranges::all_of(conditions, [&](const Condition& condition) {
            const auto value = value_of(condition.parameter);
            return value && std::ranges::find(condition.any_of, *value) != condition.any_of.end();
        });
    }

    std::optional<std::int64_t> number(const std::string& name, bool plain) const {
        const auto value = value_of(name);
        if (!value || !std::holds_alternative<std::int64_t>(*value)) return std::nullopt;
        return in_bytes(*find(name), std::get<std::int64_t>(*value), plain);
    }

    std::optional<std::int64_t> in_bytes(const Parameter& parameter, std::int64_t number,
                                         bool plain) const {
        if (plain) return number;
        switch (parameter.unit) {
            case Unit::kibibytes:
                return number << 10;
            case Unit::mebibytes:
                return number << 20;
            case Unit::sectors:
                return number * 512;
            case Unit::blocks: {
                const auto block = this->number(parameter.filesystem + ".block_size", true);
                return block ? std::optional(number * *block) : std::nullopt;
            }
            default:
                return number;
        }
    }

    std::optional<std::int64_t> bound(const Constraint& constraint) const {
        auto bound = constraint.bound == Constraint::Bound::parameter
                         ? number(constraint.parameter, constraint.plain)
                         : std::optional(constraint.device_number);
        if (!bound || *bound == 0) return std::nullopt;
        bound = *bound * constraint.times / constraint.over;
        if (constraint.divisor.empty()) return bound;
        const auto divisor = number(constraint.divisor, true);
        if (!divisor || *divisor == 0) return std::nullopt;
        return *bound / *divisor;
    }

    static bool holds(Constraint::Relation relation, std::int64_t value, std::int64_t bound) {
        switch (relation) {
            case Constraint::Relation::at_least:
                return value >= bound;
            case Constraint::Relation::at_most:
                return value <= bound;
            case Constraint::Relation::multiple_of:
                return value % bound == 0;
        }
        return true;
    }

    void check(const Parameter& parameter, const Value& value, const Constraint& constraint) {
        const auto* whole = std::get_if<std::int64_t>(&value);
        if (whole == nullptr || !all_hold(constraint.conditions)) return;
        const auto number = in_bytes(parameter, *whole, constraint.plain);
        const auto limit = bound(constraint);
        if (!number || !limit || holds(constraint.relation, *number, *limit)) return;
        broken.push_back(fmt::format("{}={} does not go with {}: {}", parameter.name,
                                     to_text(value), others(constraint), constraint.because));
    }

    // "block_size=1024", "a device of 2147483648 bytes and agcount=64".
    std::string others(const Constraint& constraint) const {
        const auto shown = [&](const std::string& name) {
            return fmt::format("{}={}", name, to_text(value_of(name).value_or(std::int64_t{0})));
        };
        const bool size = constraint.bound == Constraint::Bound::device_size;
        auto text = constraint.bound == Constraint::Bound::parameter
                        ? shown(constraint.parameter)
                        : fmt::format("a device of {} {}", constraint.device_number,
                                      size ? "bytes" : "requests");
        return constraint.divisor.empty() ? text : text + " and " + shown(constraint.divisor);
    }

    void check_partner(const Parameter& parameter) {
        if (parameter.goes_with.empty() || value_of(parameter.goes_with)) return;
        broken.push_back(
            fmt::format("{} is set, so {} must be set too", parameter.name, parameter.goes_with));
    }

    const std::vector<Parameter>& parameters_;
    const Configuration& configuration_;
};

}  // namespace

std::vector<std::string> broken_constraints(const std::vector<Parameter>& parameters,
                                            const Configuration& configuration) {
    Checker checker(parameters, configuration);
    checker.check_all();
    return std::move(checker.broken);
}

}  // namespace fstune::knowledge
