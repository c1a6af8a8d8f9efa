#include "search/space.h"

#include <algorithm>
#include <set>

#include "knowledge/constraints.h"
#include "search/domain.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;
using knowledge::Value;

constexpr std::size_t most_parent_values = 64;
constexpr double most_parent_combinations = 100'000;

bool is_active(const Space& space, const Configuration& configuration, const Parameter& parameter) {
    return std::ranges::all_of(parameter.conditions, [&](const knowledge::Condition& condition) {
        const Parameter* parent = space.find(condition.parameter);
        if (parent == nullptr) return false;
        const Value value = space.value(configuration, *parent);
        return std::ranges::find(condition.any_of, value) != condition.any_of.end();
    });
}

// Counts one filesystem: the values of parameters that others depend on are gone through one by
// one, and those of the rest multiplied.
class Counter {
  public:
    Counter(const Space& space, const std::string& filesystem)
        : space_(space), filesystem_(filesystem) {
        std::set<std::string> named;
        for (const Parameter* p : space.of(filesystem))
            for (const auto& condition : p->conditions) named.insert(condition.parameter);
        for (const Parameter* p : space.of(filesystem))
            (named.contains(p->name) ? parents_ : others_).push_back(p);
    }

    double count() const {
        double combinations = 1;
        for (const Parameter* p : parents_) {
            if (all_values(*p, most_parent_values).empty()) return upper_bound();
            combinations *= value_count(*p);
        }
        if (combinations > most_parent_combinations) return upper_bound();
        return from(0, space_.default_of(filesystem_));
    }

  private:
    double upper_bound() const {
        double product = 1;
        for (const Parameter* p : space_.of(filesystem_)) product *= value_count(*p);
        return product;
    }

    double from(std::size_t index, const Configuration& so_far) const {
        if (index == parents_.size()) return leaf(so_far);
        double sum = 0;
        for (const Value& value : all_values(*parents_[index], most_parent_values)) {
            Configuration next = so_far;
            if (value != parents_[index]->default_value) next.values[parents_[index]->name] = value;
            sum += from(index + 1, next);
        }
        return sum;
    }

    double leaf(const Configuration& parents) const {
        if (space_.canonical(parents) != parents) return 0;  // an inactive parent: counted already
        double product = 1;
        for (const Parameter* p : others_)
            if (is_active(space_, parents, *p)) product *= value_count(*p);
        return product;
    }

    const Space& space_;
    std::string filesystem_;
    std::vector<const Parameter*> parents_, others_;
};

}  // namespace

Space::Space(std::vector<std::string> filesystems, std::vector<Parameter> parameters)
    : filesystems_(std::move(filesystems)), parameters_(std::move(parameters)) {
    for (std::size_t i = 0; i < parameters_.size(); ++i) by_name_.emplace(parameters_[i].name, i);
    constrained_ = std::ranges::any_of(parameters_, [](const Parameter& p) {
        return !p.constraints.empty() || !p.goes_with.empty();
    });
}

const Parameter* Space::find(const std::string& name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : &parameters_[found->second];
}

std::vector<const Parameter*> Space::of(const std::string& filesystem) const {
    std::vector<const Parameter*> mine;
    for (const Parameter& p : parameters_)
        if (p.filesystem == filesystem || p.filesystem == "queue") mine.push_back(&p);
    return mine;
}

std::vector<const Parameter*> Space::active(const Configuration& configuration) const {
    std::vector<const Parameter*> mine = of(configuration.filesystem);
    std::erase_if(mine, [&](const Parameter* p) { return !is_active(*this, configuration, *p); });
    return mine;
}

Value Space::value(const Configuration& configuration, const Parameter& parameter) const {
    const auto found = configuration.values.find(parameter.name);
    return found == configuration.values.end() ? parameter.default_value : found->second;
}

bool Space::is_canonical(const Configuration& configuration) const {
    return std::ranges::all_of(configuration.values, [&](const auto& item) {
        const Parameter* p = find(item.first);
        return p != nullptr && item.second != p->default_value &&
               (p->filesystem == configuration.filesystem || p->filesystem == "queue") &&
               is_active(*this, configuration, *p);
    });
}

Configuration Space::canonical(const Configuration& configuration) const {
    if (is_canonical(configuration)) return configuration;
    Configuration now = configuration;
    // Dropping a value can make others inactive, so until nothing more falls away.
    for (std::size_t before = now.values.size() + 1; before != now.values.size();) {
        before = now.values.size();
        Configuration next{now.filesystem, {}};
        for (const Parameter* p : active(now))
            if (const Value v = value(now, *p); v != p->default_value) next.values[p->name] = v;
        now = std::move(next);
    }
    return now;
}

Configuration Space::complete(const Configuration& configuration) const {
    const Configuration base = canonical(configuration);
    Configuration full{base.filesystem, {}};
    for (const Parameter* p : active(base)) full.values[p->name] = value(base, *p);
    return full;
}

bool Space::contains(const Configuration& configuration) const {
    if (std::ranges::find(filesystems_, configuration.filesystem) == filesystems_.end())
        return false;
    const auto mine = active(configuration);
    return std::ranges::all_of(configuration.values, [&](const auto& item) {
        const auto found = std::ranges::find(mine, item.first, &Parameter::name);
        return found != mine.end() && search::contains(**found, item.second);
    });
}

bool Space::consistent(const Configuration& configuration) const {
    return !constrained_ || knowledge::broken_constraints(parameters_, configuration).empty();
}

Configuration Space::default_of(const std::string& filesystem) const { return {filesystem, {}}; }

double Space::size() const {
    double sum = 0;
    for (const std::string& filesystem : filesystems_) sum += Counter(*this, filesystem).count();
    return sum;
}

}  // namespace fstune::search
