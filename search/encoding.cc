#include "search/encoding.h"

#include <algorithm>

#include "search/domain.h"

namespace fstune::search {

Encoding::Encoding(const Space& space) : space_(&space), several_(space.filesystems().size() > 1) {
    for (const knowledge::Parameter& p : space.parameters()) {
        ordered_.push_back(search::ordered(p));
        double low = position_of(p, p.default_value), high = low;
        for (const double end : {0.0, 1.0}) {
            low = std::min(low, position_of(p, value_at(p, end)));
            high = std::max(high, position_of(p, value_at(p, end)));
        }
        lowest_.push_back(low);
        widest_.push_back(std::max(high - low, 1e-9));
    }
    if (several_) ordered_.push_back(false);
}

std::vector<double> Encoding::encode(const knowledge::Configuration& configuration) const {
    std::vector<double> point;
    point.reserve(dimensions());
    const auto& parameters = space_->parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        point.push_back(
            (position_of(parameters[i], space_->value(configuration, parameters[i])) - lowest_[i]) /
            widest_[i]);
    if (several_) {
        const auto& names = space_->filesystems();
        point.push_back(static_cast<double>(std::ranges::find(names, configuration.filesystem) -
                                            names.begin()));
    }
    return point;
}

}  // namespace fstune::search
