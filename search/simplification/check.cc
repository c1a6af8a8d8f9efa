#include "search/simplification/check.h"

#include <cmath>

#include "search/statistics/sample.h"
#include "search/verdict/decide.h"

namespace fstune::search {

Check::Check(CheckSettings settings)
    : settings_(std::move(settings)),
      table_({settings_.winner, settings_.candidate, settings_.best_default, settings_.own_default},
             settings_.direction, settings_.seed, settings_.first_block) {}

Gain Check::over(const knowledge::Configuration& other) const {
    return gain_of(table_.log_ratios(settings_.candidate, other), settings_.confidence);
}

Gain Check::over_best_default() const { return over(settings_.best_default); }
Gain Check::over_own_default() const { return over(settings_.own_default); }
double Check::value() const { return sample_of(table_.values(settings_.candidate)).mean; }

// holds() lets half the smallest gain pass: two standard errors from a whole one.
bool Check::precise() const {
    const auto losses = sample_of(table_.log_ratios(settings_.candidate, settings_.winner));
    const double error = losses.deviation / std::sqrt(static_cast<double>(losses.n));
    return error <= settings_.min_gain / 4;  // NaN of a single block is not
}

bool Check::holds() const {
    if (table_.failures(settings_.candidate) > 0 ||
        table_.is_unstable(settings_.candidate, settings_.best_default))
        return false;
    const auto gain = over_best_default(), loss = over(settings_.winner);
    return gain.low > settings_.min_gain / 2 && gain.estimate >= settings_.min_gain &&
           loss.high >= 0 && loss.estimate > -settings_.min_gain / 2;
}

}  // namespace fstune::search
