#include "knowledge/catalogue.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/catalogue/default_rules.h"
#include "knowledge/catalogue/entry.h"
#include "knowledge/catalogue/versions.h"
#include "knowledge/constraints.h"
#include "knowledge/domain.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

std::vector<Value> listed(const Domain& domain) {
    if (std::holds_alternative<BooleanDomain>(domain)) return {false, true};
    if (const auto* choice = std::get_if<ChoiceDomain>(&domain)) return choice->values;
    std::vector<Value> values;
    if (const auto* levels = std::get_if<LevelsDomain>(&domain))
        values.assign(levels->values.begin(), levels->values.end());
    return values;
}

// The same kind of domain with only these values left.
Domain cut_to(const Domain& domain, const std::vector<Value>& values) {
    if (!std::holds_alternative<LevelsDomain>(domain)) return ChoiceDomain{values};
    LevelsDomain levels;
    for (const auto& value : values) levels.values.push_back(std::get<std::int64_t>(value));
    return levels;
}

void insert_default(Domain& domain, const Value& value) {
    if (auto* levels = std::get_if<LevelsDomain>(&domain)) {
        const auto number = std::get<std::int64_t>(value);
        const auto place = std::ranges::lower_bound(levels->values, number);
        if (place == levels->values.end() || *place != number) levels->values.insert(place, number);
    } else if (auto* choice = std::get_if<ChoiceDomain>(&domain)) {
        if (std::ranges::find(choice->values, value) == choice->values.end())
            choice->values.push_back(value);
    }
}

void tell_device(Constraint& constraint, const DeviceFacts& device) {
    if (constraint.bound == Constraint::Bound::device_size)
        constraint.device_number = static_cast<std::int64_t>(device.size);
    // A scheduler has a queue of its own, behind which the device's cannot be seen.
    else if (constraint.bound == Constraint::Bound::device_requests &&
             device.queue.scheduler == "none")
        constraint.device_number = device.queue.nr_requests;
}

// Values that other parameters cannot make right on this device.
std::string refused_by_size(const Parameter& parameter, const Value& value) {
    auto alone = parameter;
    alone.goes_with.clear();
    std::erase_if(alone.constraints,
                  [](const Constraint& c) { return !c.parameter.empty() || !c.divisor.empty(); });
    const auto broken = broken_constraints({alone}, {alone.filesystem, {{alone.name, value}}});
    return broken.empty() ? "" : broken.front();
}

// Why this device cannot take the value; empty: it can.
std::string refused_by_device(const Parameter& parameter, const Value& value,
                              const DeviceFacts& device) {
    const auto* number = std::get_if<std::int64_t>(&value);
    if (parameter.name == "queue.scheduler" &&
        std::ranges::find(device.queue.schedulers, std::get<std::string>(value)) ==
            device.queue.schedulers.end())
        return "the kernel does not offer it for this device";
    if (parameter.name == "queue.nr_requests" && !device.queue.has_requests)
        return "the device passes on what comes and has no queue of requests";
    if ((parameter.field == "block_size" || parameter.field == "sector_size") &&
        number != nullptr && *number < static_cast<std::int64_t>(device.queue.physical_block_size))
        return "smaller than the device's physical block";
    return refused_by_size(parameter, value);
}

std::string refused_by_version(const std::string& since, const std::string& until,
                               const MachineFacts& machine) {
    if (too_old_for(machine, since)) return "needs " + since;
    if (too_new_for(machine, until)) return "gone since " + until;
    return "";
}

class Cutter {
  public:
    Cutter(const SpaceRequest& request, ApplicableParameters& result)
        : request_(request), result_(result) {}

    void take(const Entry& entry) {
        auto parameter = entry.parameter;
        if (!parameter.not_searched.empty() && !request_.also_unsearched)
            return leave_out(parameter, "", parameter.not_searched);
        const auto old = refused_by_version(parameter.since, parameter.until, request_.machine);
        if (!old.empty()) return leave_out(parameter, "", old);
        if (!entry.default_rule.empty()) {
            const auto value =
                default_by_rule(entry.default_rule, request_.device, request_.machine);
            if (!value) return leave_out(parameter, "", "its default here is not known");
            parameter.default_value = *value;
        }
        for (auto& constraint : parameter.constraints) tell_device(constraint, request_.device);
        insert_default(parameter.domain, parameter.default_value);
        if (std::holds_alternative<IntegerDomain>(parameter.domain)) return keep(parameter);
        cut(entry, parameter);
    }

  private:
    void cut(const Entry& entry, Parameter& parameter) {
        const auto all = listed(parameter.domain);
        std::vector<Value> left;
        for (const auto& value : all)
            if (is_left(entry, parameter, value)) left.push_back(value);
        if (left.size() < 2) return;
        if (left.size() < all.size()) parameter.domain = cut_to(parameter.domain, left);
        keep(parameter);
    }

    bool is_left(const Entry& entry, const Parameter& parameter, const Value& value) {
        if (value == parameter.default_value) return true;
        if (const auto risk = risk_of(parameter, value); !request_.allowed.contains(risk)) {
            leave_out(parameter, to_text(value), to_text(risk) + ": " + parameter.loses);
            return false;
        }
        const auto since = entry.value_since.find(to_text(value));
        auto reason = since == entry.value_since.end()
                          ? ""
                          : refused_by_version(since->second, "", request_.machine);
        if (reason.empty()) reason = refused_by_device(parameter, value, request_.device);
        if (!reason.empty()) leave_out(parameter, to_text(value), reason);
        return reason.empty();
    }

    void keep(const Parameter& parameter) { result_.parameters.push_back(parameter); }
    void leave_out(const Parameter& parameter, std::string value, std::string reason) {
        result_.left_out.push_back({parameter.name, std::move(value), std::move(reason)});
    }

    const SpaceRequest& request_;
    ApplicableParameters& result_;
};

// One of the needed values is left, or is the default of what is no longer there to be changed.
bool can_hold(const Condition& condition, const std::vector<Parameter>& parameters) {
    const auto kept = std::ranges::find(parameters, condition.parameter, &Parameter::name);
    if (kept != parameters.end())
        return std::ranges::any_of(
            condition.any_of, [&](const Value& value) { return in_domain(kept->domain, value); });
    const auto* entry = find_entry(condition.parameter);
    return entry != nullptr &&
           std::ranges::find(condition.any_of, entry->parameter.default_value) !=
               condition.any_of.end();
}

// A parameter whose condition can no longer hold (a cluster size without bigalloc, a setting of a
// scheduler that the kernel lacks) goes too, and then what depends on it.
void drop_unreachable(ApplicableParameters& result) {
    for (std::size_t before = 0; before != result.parameters.size();) {
        before = result.parameters.size();
        std::vector<Parameter> kept;
        for (const auto& parameter : result.parameters) {
            const auto lost = std::ranges::find_if_not(parameter.conditions, [&](const auto& one) {
                return can_hold(one, result.parameters);
            });
            if (lost == parameter.conditions.end())
                kept.push_back(parameter);
            else
                result.left_out.push_back(
                    {parameter.name, "",
                     "goes with values of " + lost->parameter + " that are left out"});
        }
        result.parameters = std::move(kept);
    }
}

}  // namespace

std::string unfit(const std::string& filesystem, const DeviceFacts& device,
                  const MachineFacts& machine) {
    const auto* known = find_filesystem(filesystem);
    if (known == nullptr || filesystem == "queue") return "is not in the catalogue";
    if (too_new_for(machine, known->until))
        return fmt::format("gone from the kernel since {}", known->until);
    if (device.size < known->minimum_size)
        return fmt::format("needs {}, and the device has {}", format_size(known->minimum_size),
                           format_size(device.size));
    return "";
}

Result<ApplicableParameters> applicable_parameters(const SpaceRequest& request) {
    ApplicableParameters result;
    Cutter cutter(request, result);
    for (const auto& entry : entries()) {
        const auto& filesystem = entry.parameter.filesystem;
        if (filesystem == "queue" ||
            std::ranges::find(request.filesystems, filesystem) != request.filesystems.end())
            cutter.take(entry);
    }
    drop_unreachable(result);
    return result;
}

Result<std::vector<Parameter>> catalogue(const std::string& filesystem) {
    std::vector<Parameter> found;
    for (const auto& entry : entries())
        if (filesystem.empty() || entry.parameter.filesystem == filesystem)
            found.push_back(entry.parameter);
    if (found.empty())
        return fail(
            ErrorCode::usage,
            fmt::format("no filesystem '{}' in the catalogue; see fstune params", filesystem));
    return found;
}

}  // namespace fstune::knowledge
