#include "search/calibration/calibration.h"

#include <cmath>

#include "search/statistics/sample.h"
#include "search/statistics/trend.h"

namespace fstune::search {

namespace {

constexpr double drift_alpha = 0.01;
constexpr double unstable_range = 0.30;

// Sum over neighbours of squared differences: von Neumann's estimate of the variance, which a slow
// drift hardly touches.
struct Neighbours {
    double squares = 0;
    double count = 0;
    double deviation() const { return count > 0 ? std::sqrt(squares / (2 * count)) : 0; }
};

Neighbours neighbours(const std::vector<double>& values) {
    Neighbours sum;
    for (std::size_t i = 1; i < values.size(); ++i) {
        sum.squares += std::pow(std::log(values[i] / values[i - 1]), 2);
        ++sum.count;
    }
    return sum;
}

// What is left of the values once their own line is taken out, so that drift is not instability.
bool is_unstable(const std::vector<double>& values) {
    if (values.size() < 2) return false;
    const double slope = values.size() > 2 ? trend_of({values}).slope : 0;
    std::vector<double> level = values;
    for (std::size_t i = 0; i < level.size(); ++i)
        level[i] /= std::pow(1 + slope, static_cast<double>(i));
    return relative_range(level) >= unstable_range;
}

}  // namespace

Calibration::Calibration(CalibrationSettings settings)
    : settings_(std::move(settings)),
      table_(settings_.controls, settings_.direction, settings_.seed, settings_.first_block) {}

std::optional<Question> Calibration::ask(std::int64_t left) {
    if (auto question = table_.ask()) return question;
    if (table_.contestants().empty() || table_.blocks() >= settings_.most_blocks)
        return std::nullopt;
    const bool affordable = left >= static_cast<std::int64_t>(table_.contestants().size());
    if (!affordable && table_.blocks() >= settings_.least_blocks) return std::nullopt;
    table_.begin_block();
    return table_.ask();
}

// A default that cannot be made at all is not asked for again.
void Calibration::tell(const knowledge::Trial& trial) {
    table_.tell(trial);
    if (trial.failure() != nullptr && table_.values(trial.configuration).empty())
        table_.drop(trial.configuration);
}

NoiseFigures Calibration::figures() const {
    NoiseFigures figures;
    Neighbours all;
    std::vector<std::vector<double>> stable;
    double best = 0;
    for (const auto& control : settings_.controls) {
        FilesystemNoise one{.filesystem = control.filesystem, .values = table_.values(control)};
        one.failures = table_.failures(control);
        one.unstable = is_unstable(one.values);
        if (!one.values.empty()) {
            one.mean = sample_of(one.values).mean;
            const auto own = neighbours(one.values);
            one.noise = own.deviation();
            if (!one.unstable) {
                all.squares += own.squares;
                all.count += own.count;
                stable.push_back(one.values);
            }
            const bool better =
                settings_.direction == Direction::maximize ? one.mean > best : one.mean < best;
            if (figures.best_default.filesystem.empty() || better) {
                best = one.mean;
                figures.best_default = control;
            }
        }
        figures.filesystems.push_back(std::move(one));
    }
    figures.noise = all.deviation();
    figures.degrees = all.count;
    const Trend trend = trend_of(stable);
    figures.drift = {trend.slope, trend.p, trend.p < drift_alpha};
    return figures;
}

}  // namespace fstune::search
