#include "search/sampling.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "search/domain.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;
using knowledge::Value;

constexpr double share_of_special = 0.15;

Value random_value(const Parameter& parameter, Random& random) {
    const double u = uniform(random);
    const std::size_t pick = below(random, parameter.special.size() + 1);
    if (ordered(parameter) && u < share_of_special)
        return pick < parameter.special.size() ? parameter.special[pick] : parameter.default_value;
    return value_at(parameter, uniform(random));
}

void set(Configuration& configuration, const Parameter& parameter, const Value& value) {
    configuration.values[parameter.name] = value;
}

std::vector<Value> other_values(const Parameter& parameter, const Value& now, std::size_t most,
                                Random& random) {
    std::vector<Value> values = all_values(parameter, most);
    const bool all = !values.empty();
    for (std::size_t i = 0; !all && i < most; ++i)
        values.push_back(random_value(parameter, random));
    for (const Value& special : parameter.special) values.push_back(special);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::erase(values, now);
    return values;
}

std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[below(random, i)]);
    return order;
}

// Where one value back at its default is enough, any such; else one more at random, until it is.
Configuration mended(const Space& space, const Configuration& drawn, Random& random) {
    Configuration now = space.canonical(drawn);
    while (!space.consistent(now)) {
        std::vector<std::string> names;
        for (const auto& [name, value] : now.values) names.push_back(name);
        const auto order = shuffled(names.size(), random);
        Configuration next;
        for (const std::size_t i : order) {
            next = now;
            next.values.erase(names[i]);
            next = space.canonical(next);
            if (space.consistent(next)) return next;
        }
        now = next;
    }
    return now;
}

void extend(const Space& space, const Configuration& so_far, std::size_t index,
            std::set<Configuration>& found) {
    const auto mine = space.of(so_far.filesystem);
    if (index == mine.size()) {
        const Configuration whole = space.canonical(so_far);
        if (space.consistent(whole)) found.insert(whole);
        return;
    }
    for (const Value& value : all_values(*mine[index], 64)) {
        Configuration next = so_far;
        set(next, *mine[index], value);
        extend(space, next, index + 1, found);
    }
}

// Conditions make many combinations the same configuration, so the product says how much work it
// is to go through them.
double combinations(const Space& space) {
    double sum = 0;
    for (const std::string& filesystem : space.filesystems()) {
        double product = 1;
        for (const Parameter* p : space.of(filesystem)) product *= value_count(*p);
        sum += product;
    }
    return sum;
}

}  // namespace

double uniform(Random& random) { return static_cast<double>(random() >> 11) * 0x1.0p-53; }

std::size_t below(Random& random, std::size_t bound) {
    return std::min(bound - 1,
                    static_cast<std::size_t>(uniform(random) * static_cast<double>(bound)));
}

Configuration random_configuration(const Space& space, Random& random) {
    Configuration drawn =
        space.default_of(space.filesystems()[below(random, space.filesystems().size())]);
    for (const Parameter* p : space.of(drawn.filesystem)) set(drawn, *p, random_value(*p, random));
    return mended(space, drawn, random);
}

Configuration random_neighbour(const Space& space, const Configuration& from, Random& random) {
    const auto active = space.active(from);
    if (active.empty()) return from;
    const Parameter& parameter = *active[below(random, active.size())];
    const auto values = other_values(parameter, space.value(from, parameter), 32, random);
    if (values.empty()) return from;
    Configuration changed = from;
    set(changed, parameter, values[below(random, values.size())]);
    changed = space.canonical(changed);
    return space.consistent(changed) ? changed : from;
}

std::vector<Configuration> neighbours(const Space& space, const Configuration& from,
                                      std::size_t most, Random& random) {
    std::vector<Configuration> near;
    for (const Parameter* p : space.active(from))
        for (const Value& value : other_values(*p, space.value(from, *p), most, random)) {
            Configuration changed = from;
            set(changed, *p, value);
            changed = space.canonical(changed);
            if (space.consistent(changed)) near.push_back(std::move(changed));
        }
    return near;
}

std::vector<Configuration> latin_hypercube(const Space& space, std::size_t count, Random& random) {
    std::vector<Configuration> design(count);
    const std::size_t turn = below(random, space.filesystems().size());
    for (std::size_t i = 0; i < count; ++i)
        design[i] = space.default_of(space.filesystems()[(turn + i) % space.filesystems().size()]);
    for (const Parameter& p : space.parameters()) {
        const auto order = shuffled(count, random);
        for (std::size_t i = 0; i < count; ++i)
            if (p.filesystem == "queue" || p.filesystem == design[i].filesystem)
                set(design[i], p,
                    value_at(p, (static_cast<double>(order[i]) + uniform(random)) /
                                    static_cast<double>(count)));
    }
    for (Configuration& configuration : design)
        configuration = mended(space, configuration, random);
    return design;
}

std::vector<Configuration> all_configurations(const Space& space, std::size_t limit) {
    if (combinations(space) > 8.0 * static_cast<double>(limit)) return {};
    std::set<Configuration> found;
    for (const std::string& filesystem : space.filesystems())
        extend(space, space.default_of(filesystem), 0, found);
    if (found.size() > limit) return {};
    return {found.begin(), found.end()};
}

}  // namespace fstune::search
