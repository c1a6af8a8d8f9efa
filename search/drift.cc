#include "search/drift.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace fstune::search {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index fewest_knots = 3, most_knots = 14;
constexpr double trials_a_knot = 6;
constexpr std::size_t fewest_repeats = 6;
// Deviations of the change between two knots that are weighed against no change at all.
constexpr std::array<double, 2> candidate_steps = {0.02, 0.06};
// Logarithm of how much likelier than none a drift must be to be taken off: noise must not pass
// for drift.
constexpr double evidence_needed = 3;

// What the measurements tell of the steps of the walk. Sums only, so that weighing one more guess
// costs nothing by the number of measurements.
struct Repeats {
    MatrixXd gram;        // of the walk's columns, as the measurements see them
    VectorXd projected;   // of the measurements on those columns
    double squares = 0;   // of the measurements, centred on their configurations
    double degrees = 0;   // measurements less one for each configuration
    double variance = 0;  // of one measurement
};

Eigen::LLT<MatrixXd> factor(const Repeats& repeats, double step) {
    const Index columns = repeats.gram.cols();
    return Eigen::LLT<MatrixXd>(MatrixXd::Identity(columns, columns) +
                                step * step / repeats.variance * repeats.gram);
}

// The logarithm of the likelihood up to a constant, for values ~ N(0, v I + s^2 D R R' D').
double evidence(const Repeats& repeats, double step) {
    const auto inner = factor(repeats, step);
    const VectorXd projected = step / repeats.variance * repeats.projected;
    const double determinant = 2 * MatrixXd(inner.matrixL()).diagonal().array().log().sum();
    const double misfit =
        repeats.squares / repeats.variance - projected.dot(inner.solve(projected));
    return -0.5 * (misfit + determinant + repeats.degrees * std::log(repeats.variance));
}

// Column k adds one to every knot after the k-th.
MatrixXd random_walk(Index knots) {
    MatrixXd walk = MatrixXd::Zero(knots, knots - 1);
    for (Index k = 0; k + 1 < knots; ++k) walk.col(k).tail(knots - 1 - k).setOnes();
    return walk;
}

VectorXd posterior(const Repeats& repeats, const MatrixXd& walk, double step) {
    return walk * step * factor(repeats, step).solve(step / repeats.variance * repeats.projected);
}

}  // namespace

// Hat functions around the knots.
VectorXd Drift::weights(std::int64_t time) const {
    VectorXd hats = VectorXd::Zero(levels_.size());
    const double place = std::clamp(static_cast<double>(time - 1) / spacing_, 0.0,
                                    static_cast<double>(levels_.size() - 1));
    const auto low = std::min(static_cast<Index>(place), levels_.size() - 2);
    hats(low + 1) = place - static_cast<double>(low);
    hats(low) = 1 - hats(low + 1);
    return hats;
}

Drift::Drift(const History& history) {
    const auto told = static_cast<double>(history.told());
    const auto knots =
        std::clamp(static_cast<Index>(told / trials_a_knot), fewest_knots, most_knots);
    spacing_ = std::max(1.0, (told - 1) / static_cast<double>(knots - 1));
    levels_ = VectorXd::Zero(knots);
    std::vector<VectorXd> rows;
    std::vector<double> values;
    double configurations = 0;
    for (const auto& [configuration, record] : history.records()) {
        if (record.scores.size() < 2 || is_unstable(record)) continue;
        ++configurations;
        VectorXd center = VectorXd::Zero(knots);
        for (const auto time : record.times) center += weights(time);
        center /= static_cast<double>(record.times.size());
        for (std::size_t i = 0; i < record.scores.size(); ++i) {
            rows.push_back(weights(record.times[i]) - center);
            values.push_back(record.scores[i] - record.mean());
        }
    }
    if (rows.size() < fewest_repeats) {
        levels_.resize(0);
        return;
    }
    MatrixXd design(static_cast<Index>(rows.size()), knots);
    for (std::size_t i = 0; i < rows.size(); ++i)
        design.row(static_cast<Index>(i)) = rows[i].transpose();
    const VectorXd centred = VectorXd::Map(values.data(), static_cast<Index>(values.size()));
    const MatrixXd walk = random_walk(knots);
    const MatrixXd basis = design * walk;
    Repeats repeats{basis.transpose() * basis, basis.transpose() * centred, centred.squaredNorm(),
                    static_cast<double>(rows.size()) - configurations, 0};
    const double pooled = history.pooled_deviation() * history.pooled_deviation();
    double none = -std::numeric_limits<double>::infinity(), most = none, best = 0, variance = 0;
    for (const double share : {0.15, 0.25, 0.4, 0.6, 0.8, 1.0, 1.3}) {
        repeats.variance = share * pooled;
        none = std::max(none, evidence(repeats, 0));
        for (const double step : candidate_steps)
            if (const double found = evidence(repeats, step); found > most) {
                most = found;
                best = step;
                variance = repeats.variance;
            }
    }
    repeats.variance = variance;
    levels_ = most > none + evidence_needed ? posterior(repeats, walk, best) : VectorXd();
}

double Drift::at(std::int64_t time) const {
    return levels_.size() == 0 ? 0 : weights(time).dot(levels_);
}

Record Drift::corrected(const Record& record, Direction direction) const {
    Record clean = record;
    for (std::size_t i = 0; i < clean.scores.size(); ++i) {
        const double off = at(clean.times[i]);
        clean.scores[i] -= off;
        clean.values[i] *= std::exp(direction == Direction::maximize ? -off : off);
    }
    return clean;
}

}  // namespace fstune::search
