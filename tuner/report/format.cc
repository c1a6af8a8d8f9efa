#include "tuner/report/format.h"

#include <fmt/format.h>

#include <cmath>

namespace fstune::tuner {

std::string format_gain(double gain) {
    if (!std::isfinite(gain)) return gain > 0 ? "unbounded" : "unknown";
    constexpr double worth_a_factor = 1.0;
    auto percent = fmt::format("{:+.{}f} %", gain * 100, std::abs(gain) < 1 ? 1 : 0);
    if (gain < worth_a_factor) return percent;
    return fmt::format("{} ({:.1f} times)", percent, 1 + gain);
}

std::string format_gain(const search::Gain& gain, double confidence) {
    return fmt::format("{} ({} interval: {} to {})", format_gain(gain.estimate),
                       format_share(confidence), format_gain(gain.low), format_gain(gain.high));
}

std::string format_share(double share) { return fmt::format("{:.3g} %", share * 100); }

std::string format_value(double value) {
    constexpr double thousand = 1000;
    return std::abs(value) >= thousand ? fmt::format("{:.0f}", value)
                                       : fmt::format("{:.3g}", value);
}

std::string counted(std::int64_t count, const std::string& what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

}  // namespace fstune::tuner
