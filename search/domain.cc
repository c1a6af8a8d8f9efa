#include "search/domain.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "knowledge/domain.h"

namespace fstune::search {
namespace {

using namespace knowledge;
using Scale = IntegerDomain::Scale;

int exponent(std::int64_t value) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))) - 1;
}

std::int64_t lowest_power(const IntegerDomain& d) {
    return static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::max<std::int64_t>(d.minimum, 1))));
}

std::int64_t level_count(const IntegerDomain& d) {
    if (d.maximum < d.minimum) return 0;
    if (d.scale == Scale::linear)
        return (d.maximum - d.minimum) / std::max<std::int64_t>(d.step, 1) + 1;
    if (d.scale == Scale::logarithmic) return d.maximum - d.minimum + 1;
    const std::int64_t zero = d.minimum <= 0 ? 1 : 0;
    if (d.maximum < lowest_power(d)) return zero;
    return zero + exponent(d.maximum) - exponent(lowest_power(d)) + 1;
}

std::int64_t level(const IntegerDomain& d, std::int64_t index) {
    if (d.scale == Scale::linear) return d.minimum + index * std::max<std::int64_t>(d.step, 1);
    if (d.scale == Scale::logarithmic) return d.minimum + index;
    if (d.minimum <= 0) return index == 0 ? 0 : lowest_power(d) << (index - 1);
    return lowest_power(d) << index;
}

std::int64_t clamp_index(double index, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(index), 0, count - 1);
}

std::int64_t integer_at(const IntegerDomain& d, double u) {
    const std::int64_t count = level_count(d);
    if (d.scale != Scale::logarithmic)
        return level(d, clamp_index(u * static_cast<double>(count), count));
    const double widest = std::log(static_cast<double>(count) + 1);  // index 0 is log(1)
    return level(d, clamp_index(std::exp(u * widest) - 1, count));
}

double integer_position(const IntegerDomain& d, std::int64_t value) {
    const auto count = static_cast<double>(std::max<std::int64_t>(level_count(d), 1));
    const auto offset = static_cast<double>(value - d.minimum);
    double u = 0;
    if (d.scale == Scale::linear)
        u = (offset / static_cast<double>(std::max<std::int64_t>(d.step, 1)) + 0.5) / count;
    else if (d.scale == Scale::logarithmic)
        u = std::log(std::max(offset, 0.0) + 1.5) / std::log(count + 1);
    else if (value > 0)
        u = (std::log2(static_cast<double>(value)) - exponent(lowest_power(d)) + 0.5 +
             (d.minimum <= 0 ? 1 : 0)) /
            count;
    else
        u = 0.5 / count;
    return std::clamp(u, 0.0, 1.0);
}

double domain_count(const Domain& domain) {
    if (std::holds_alternative<BooleanDomain>(domain)) return 2;
    if (const auto* choice = std::get_if<ChoiceDomain>(&domain))
        return static_cast<double>(choice->values.size());
    if (const auto* levels = std::get_if<LevelsDomain>(&domain))
        return static_cast<double>(levels->values.size());
    return static_cast<double>(level_count(std::get<IntegerDomain>(domain)));
}

double place(std::size_t index, std::size_t count) {
    return (static_cast<double>(index) + 0.5) /
           static_cast<double>(std::max<std::size_t>(count, 1));
}

// Between two levels a value gets the place in between.
double levels_position(const std::vector<std::int64_t>& levels, std::int64_t value) {
    const auto above = std::ranges::lower_bound(levels, value);
    const auto index = static_cast<std::size_t>(above - levels.begin());
    if (above != levels.end() && *above == value) return place(index, levels.size());
    return static_cast<double>(index) /
           static_cast<double>(std::max<std::size_t>(levels.size(), 1));
}

}  // namespace

bool ordered(const Parameter& parameter) {
    return std::holds_alternative<IntegerDomain>(parameter.domain) ||
           std::holds_alternative<LevelsDomain>(parameter.domain);
}

double value_count(const Parameter& parameter) {
    const bool outside = !in_domain(parameter.domain, parameter.default_value);
    return domain_count(parameter.domain) + (outside ? 1 : 0);
}

Value value_at(const Parameter& parameter, double position) {
    const double u = std::clamp(position, 0.0, 1.0);
    const double count = domain_count(parameter.domain);
    if (count < 1) return parameter.default_value;
    if (std::holds_alternative<BooleanDomain>(parameter.domain)) return u >= 0.5;
    const auto index =
        static_cast<std::size_t>(clamp_index(u * count, static_cast<std::int64_t>(count)));
    if (const auto* choice = std::get_if<ChoiceDomain>(&parameter.domain))
        return choice->values[index];
    if (const auto* levels = std::get_if<LevelsDomain>(&parameter.domain))
        return levels->values[index];
    return integer_at(std::get<IntegerDomain>(parameter.domain), u);
}

double position_of(const Parameter& parameter, const Value& value) {
    if (const auto* on = std::get_if<bool>(&value)) return *on ? 0.75 : 0.25;
    if (const auto* choice = std::get_if<ChoiceDomain>(&parameter.domain)) {
        const auto found = std::ranges::find(choice->values, value);
        const auto index = static_cast<std::size_t>(found - choice->values.begin());
        return found == choice->values.end() ? 1 : place(index, choice->values.size());
    }
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr) return 0;
    if (const auto* levels = std::get_if<LevelsDomain>(&parameter.domain))
        return levels_position(levels->values, *number);
    const auto* range = std::get_if<IntegerDomain>(&parameter.domain);
    return range == nullptr ? 0 : integer_position(*range, *number);
}

bool contains(const Parameter& parameter, const Value& value) {
    return value == parameter.default_value || in_domain(parameter.domain, value) ||
           std::ranges::find(parameter.special, value) != parameter.special.end();
}

std::vector<Value> all_values(const Parameter& parameter, std::size_t limit) {
    if (value_count(parameter) > static_cast<double>(limit)) return {};
    std::vector<Value> values;
    if (std::holds_alternative<BooleanDomain>(parameter.domain)) values = {false, true};
    if (const auto* choice = std::get_if<ChoiceDomain>(&parameter.domain)) values = choice->values;
    if (const auto* levels = std::get_if<LevelsDomain>(&parameter.domain))
        values.assign(levels->values.begin(), levels->values.end());
    if (const auto* range = std::get_if<IntegerDomain>(&parameter.domain))
        for (std::int64_t i = 0; i < level_count(*range); ++i)
            values.emplace_back(level(*range, i));
    if (!in_domain(parameter.domain, parameter.default_value))
        values.push_back(parameter.default_value);
    return values;
}

}  // namespace fstune::search
