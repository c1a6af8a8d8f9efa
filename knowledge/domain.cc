#include "knowledge/domain.h"

#include <algorithm>
#include <bit>

namespace fstune::knowledge {

namespace {

bool in_range(const IntegerDomain& range, std::int64_t value) {
    using Scale = IntegerDomain::Scale;
    if (value < range.minimum || value > range.maximum) return false;
    if (range.scale == Scale::linear)
        return (value - range.minimum) % std::max<std::int64_t>(range.step, 1) == 0;
    if (range.scale == Scale::logarithmic) return true;
    return value == 0 || (value > 0 && std::has_single_bit(static_cast<std::uint64_t>(value)));
}

}  // namespace

bool in_domain(const Domain& domain, const Value& value) {
    if (std::holds_alternative<BooleanDomain>(domain)) return std::holds_alternative<bool>(value);
    if (const auto* choice = std::get_if<ChoiceDomain>(&domain))
        return std::ranges::find(choice->values, value) != choice->values.end();
    const auto* number = std::get_if<std::int64_t>(&value);
    if (number == nullptr) return false;
    if (const auto* levels = std::get_if<LevelsDomain>(&domain))
        return std::ranges::find(levels->values, *number) != levels->values.end();
    return in_range(std::get<IntegerDomain>(domain), *number);
}

}  // namespace fstune::knowledge
