#include "search/statistics/trend.h"

#include <algorithm>
#include <cmath>

#include "search/statistics/student.h"

namespace fstune::search {

// Least squares on the logarithms; the height of each group and the slope take a degree each.
Trend trend_of(const std::vector<std::vector<double>>& groups) {
    double xx = 0, xy = 0, yy = 0, degrees = -1;
    for (const auto& values : groups) {
        if (values.size() < 2) continue;
        const double center = (static_cast<double>(values.size()) - 1) / 2;
        const double height = sample_of(logs(values)).mean;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double x = static_cast<double>(i) - center, y = std::log(values[i]) - height;
            xx += x * x;
            xy += x * y;
            yy += y * y;
        }
        degrees += static_cast<double>(values.size()) - 1;
    }
    Trend trend;
    if (xx <= 0 || degrees < 0) return trend;
    trend.slope = std::expm1(xy / xx);
    if (degrees == 0) return trend;
    const double error = std::sqrt(std::max(0.0, yy - xy * xy / xx) / degrees / xx);
    if (error > 0) trend.p = 2 * t_above(std::abs(xy / xx) / error, degrees);
    return trend;
}

}  // namespace fstune::search
