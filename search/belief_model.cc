#include "search/belief_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fstune::search {
namespace {

using knowledge::Configuration;

constexpr std::size_t most_rows = 160;
constexpr double far_below = 0.10;  // scores further below the best are drawn closer
constexpr double caution = 1.0;     // deviations taken off a mean before ranking
constexpr int steps = 2;

std::vector<bool> order_of(const Encoding& encoding) {
    std::vector<bool> ordered;
    for (std::size_t d = 0; d < encoding.dimensions(); ++d) ordered.push_back(encoding.ordered(d));
    return ordered;
}

// How bad a bad configuration is does not matter, and would drown the differences at the top.
double compressed(double score, double top) {
    const double below = top - score;
    if (below <= far_below) return score;
    return top - far_below * (1 + std::log(below / far_below));
}

double normal_density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi); }
double normal_below(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

}  // namespace

BeliefModel::BeliefModel(const Space& space, const History& history)
    : space_(&space), history_(&history), encoding_(space), surrogate_(order_of(encoding_)) {}

void BeliefModel::refresh() const {
    if (current_) return;
    gather();
    if (!rows_.empty()) believe();
    current_ = true;
}

void BeliefModel::gather() const {
    rows_.clear();
    for (const auto& [configuration, record] : history_->records())
        if (record.failures == 0 && !record.scores.empty())
            rows_.push_back(
                {&configuration, &record, {}, record.mean(), 0, !is_unstable(record), {}});
    std::ranges::stable_sort(rows_, [](const Row& a, const Row& b) { return a.score > b.score; });
    if (rows_.size() > most_rows) rows_.resize(most_rows);
    if (rows_.empty()) return;
    double top = -std::numeric_limits<double>::infinity();
    for (const Row& row : rows_) top = std::max(top, row.score);
    for (Row& row : rows_) {
        Record near;
        for (const double score : row.record->scores) near.scores.push_back(compressed(score, top));
        row.score = near.mean();
        row.spread = {encoding_.encode(*row.configuration), near.sum_of_squares(),
                      static_cast<double>(near.scores.size()) - 1};
    }
}

void BeliefModel::believe() const {
    std::vector<Spread> repeated;
    for (const Row& row : rows_)
        if (row.spread.degrees > 0) repeated.push_back(row.spread);
    noise_ = NoiseModel(repeated);
    const auto count = static_cast<Eigen::Index>(rows_.size());
    Eigen::MatrixXd points(count, static_cast<Eigen::Index>(encoding_.dimensions()));
    Eigen::VectorXd values(count), noise(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        Row& row = rows_[static_cast<std::size_t>(i)];
        row.noise = noise_.variance(row.spread);
        for (Eigen::Index d = 0; d < points.cols(); ++d)
            points(i, d) = row.spread.point[static_cast<std::size_t>(d)];
        values(i) = row.score;
        noise(i) = row.noise / (row.spread.degrees + 1);
    }
    surrogate_.fit(points, values, noise, steps);
    best_ = second_ = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i].belief = surrogate_.row(i);
        if (!rows_[i].usable) continue;
        second_ = std::max(second_, std::min(best_, rows_[i].belief.mean));
        best_ = std::max(best_, rows_[i].belief.mean);
    }
}

std::vector<Configuration> BeliefModel::ranked(std::size_t count) const {
    refresh();
    std::vector<std::pair<double, const Row*>> order;
    for (const Row& row : rows_)
        if (row.usable) order.emplace_back(row.belief.mean - caution * row.belief.deviation, &row);
    std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<Configuration> best;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
        best.push_back(*order[i].second->configuration);
    return best;
}

std::vector<Option> BeliefModel::options(const std::vector<Configuration>& candidates) const {
    refresh();
    std::vector<Option> all;
    for (const Row& row : rows_)
        if (row.usable)
            all.push_back({*row.configuration, row.belief, row.noise, row.belief.mean == best_});
    if (candidates.empty()) return all;
    if (rows_.empty()) {
        for (const Configuration& c : candidates) all.push_back({c, {0, 1}, 1, false});
        return all;
    }
    std::vector<std::vector<double>> encoded;
    Eigen::MatrixXd points(static_cast<Eigen::Index>(candidates.size()),
                           static_cast<Eigen::Index>(encoding_.dimensions()));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        encoded.push_back(encoding_.encode(candidates[i]));
        for (std::size_t d = 0; d < encoded[i].size(); ++d)
            points(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(d)) = encoded[i][d];
    }
    const auto believed = surrogate_.predict(points);
    for (std::size_t i = 0; i < candidates.size(); ++i)
        all.push_back({candidates[i], believed[i], noise_.expected(encoded[i]), false});
    return all;
}

double BeliefModel::best_mean() const {
    refresh();
    return best_;
}

double BeliefModel::second_mean() const {
    refresh();
    return second_;
}

double BeliefModel::knowledge_gain(const Option& option, double other) {
    const double variance = option.belief.deviation * option.belief.deviation;
    const double moves = variance / std::sqrt(std::max(variance + option.noise, 1e-300));
    if (!std::isfinite(other)) return moves;
    if (moves <= 0) return 0;
    const double z = -std::abs(option.belief.mean - other) / moves;
    return moves * (normal_density(z) + z * normal_below(z));
}

}  // namespace fstune::search
