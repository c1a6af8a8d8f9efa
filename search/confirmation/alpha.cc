#include "search/confirmation/alpha.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace fstune::search {

double spent_alpha(double alpha, double share) {
    const boost::math::normal normal;
    const double bound = boost::math::quantile(normal, 1 - alpha / 2) / std::sqrt(share);
    return 2 * boost::math::cdf(boost::math::complement(normal, bound));
}

}  // namespace fstune::search
