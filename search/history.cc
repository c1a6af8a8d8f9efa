#include "search/history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fstune::search {
namespace {

using knowledge::Configuration;

// Until repeats say otherwise; storage probes vary by some percent.
constexpr double deviation_before_repeats = 0.05;
constexpr double weight_of_prior = 2;

}  // namespace

double Record::mean() const {
    return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

double Record::sum_of_squares() const {
    if (scores.size() < 2) return 0;
    const double center = mean();
    return std::accumulate(scores.begin(), scores.end(), 0.0, [center](double sum, double score) {
        return sum + (score - center) * (score - center);
    });
}

bool is_unstable(const Record& record) {
    if (record.values.size() < 2) return false;
    const auto [low, high] = std::ranges::minmax(record.values);
    const double mean = std::accumulate(record.values.begin(), record.values.end(), 0.0) /
                        static_cast<double>(record.values.size());
    return high - low >= unstable_range * mean;
}

const Configuration& History::tell(const knowledge::Trial& trial) {
    ++told_;
    auto& [configuration, record] =
        *records_.try_emplace(space_->canonical(trial.configuration)).first;
    const auto* measurement = trial.measurement();
    if (measurement == nullptr || !std::isfinite(measurement->value)) {
        if (record.failures++ == 0) record.failed_at = told_;
        return configuration;
    }
    const double value = std::max(measurement->value, std::numeric_limits<double>::min());
    record.values.push_back(value);
    record.scores.push_back(direction_ == Direction::maximize ? std::log(value) : -std::log(value));
    record.times.push_back(told_);
    return configuration;
}

History History::until(std::int64_t told) const {
    History early(*space_, direction_);
    early.told_ = std::min(told, told_);
    for (const auto& [configuration, record] : records_) {
        Record cut;
        for (std::size_t i = 0; i < record.times.size() && record.times[i] <= told; ++i) {
            cut.values.push_back(record.values[i]);
            cut.scores.push_back(record.scores[i]);
            cut.times.push_back(record.times[i]);
        }
        if (record.failures > 0 && record.failed_at <= told) {
            cut.failures = 1;  // how often is not kept
            cut.failed_at = record.failed_at;
        }
        if (cut.failures > 0 || !cut.times.empty()) early.records_.emplace(configuration, cut);
    }
    return early;
}

bool History::failed(const Configuration& canonical) const {
    const auto found = records_.find(canonical);
    return found != records_.end() && found->second.failures > 0;
}

double History::pooled_deviation() const {
    double squares = weight_of_prior * deviation_before_repeats * deviation_before_repeats;
    double degrees = weight_of_prior;
    for (const auto& [configuration, record] : records_) {
        if (record.scores.size() < 2 || is_unstable(record)) continue;
        squares += record.sum_of_squares();
        degrees += static_cast<double>(record.scores.size() - 1);
    }
    return std::sqrt(squares / degrees);
}

std::vector<Configuration> History::best(std::size_t count) const {
    const double deviation = pooled_deviation();
    std::vector<std::pair<double, const Configuration*>> ranked;
    for (const auto& [configuration, record] : records_) {
        if (record.failures > 0 || record.scores.empty() || is_unstable(record)) continue;
        const double error = deviation / std::sqrt(static_cast<double>(record.scores.size()));
        ranked.emplace_back(record.mean() - error, &configuration);
    }
    std::ranges::stable_sort(ranked,
                             [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Configuration> chosen;
    for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i)
        chosen.push_back(*ranked[i].second);
    return chosen;
}

}  // namespace fstune::search
