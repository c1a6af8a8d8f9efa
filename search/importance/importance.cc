#include "search/importance/importance.h"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <cmath>

#include "search/domain.h"

namespace fstune::search {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using knowledge::Configuration;

namespace {

constexpr std::size_t most_values = 6;  // of a parameter whose values each get a column
constexpr Index quarters = 4;
constexpr double held_back = 0.5;  // as if each column had been seen so often, without effect
constexpr double fewest_trials = 12, fewest_degrees = 4;

}  // namespace

struct Importance::Fit {
    MatrixXd inverse;  // of the products with what is held back
    VectorXd effects;
    double between = 0;   // squares around the mean that noise does not explain
    double variance = 0;  // of one trial around the effects
    double degrees = 0;   // left to tell that variance
};

// The space is copied: groups point into the copy.
Importance::Importance(const Space& space) : space_(space) {
    if (space_.filesystems().size() > 1) {
        Group filesystem;
        filesystem.name = "filesystem";
        for (const auto& name : space_.filesystems()) filesystem.values.emplace_back(name);
        add_group(std::move(filesystem));
    }
    for (const auto& parameter : space_.parameters())
        add_group({.name = parameter.name,
                   .parameter = &parameter,
                   .values = all_values(parameter, most_values)});
    const Index size = groups_.empty() ? 1 : groups_.back().first + groups_.back().columns;
    products_ = MatrixXd::Zero(size, size);
    scores_ = VectorXd::Zero(size);
}

void Importance::add_group(Group group) {
    group.first = groups_.empty() ? 1 : groups_.back().first + groups_.back().columns;
    group.columns = group.values.empty() ? quarters : static_cast<Index>(group.values.size());
    groups_.push_back(std::move(group));
}

Index Importance::column(const Group& group, const Configuration& configuration) const {
    if (group.parameter == nullptr || !group.values.empty()) {
        const knowledge::Value value = group.parameter == nullptr
                                           ? knowledge::Value(configuration.filesystem)
                                           : space_.value(configuration, *group.parameter);
        return group.first + (std::ranges::find(group.values, value) - group.values.begin());
    }
    const double place =
        position_of(*group.parameter, space_.value(configuration, *group.parameter));
    return group.first + std::clamp<Index>(static_cast<Index>(place * quarters), 0, quarters - 1);
}

// What is not active stands at its default, so that the filesystem itself can be told apart.
std::vector<Index> Importance::columns(const Configuration& configuration) const {
    std::vector<Index> all = {0};
    for (const Group& group : groups_) {
        const Index at = column(group, configuration);
        if (at < group.first + group.columns) all.push_back(at);
    }
    return all;
}

void Importance::add(const knowledge::Trial& trial) {
    const auto* measured = trial.measurement();
    if (measured == nullptr || !(measured->value > 0) || !std::isfinite(measured->value)) return;
    const double score = std::log(measured->value);
    const auto active = columns(trial.configuration);
    for (const Index i : active) {
        scores_(i) += score;
        for (const Index j : active) products_(i, j) += 1;
    }
    squares_ += score * score;
}

Importance::Fit Importance::fit() const {
    const double trials = products_(0, 0), mean = scores_(0) / trials;
    // Around the mean, so that the level takes nothing from the figures' precision.
    const VectorXd scores = scores_ - mean * products_.col(0);
    MatrixXd held = products_;
    held.diagonal().array() += held_back;
    held(0, 0) = products_(0, 0) + 1e-9;
    Fit fit;
    fit.inverse = held.ldlt().solve(MatrixXd::Identity(held.rows(), held.cols()));
    fit.effects = fit.inverse * scores;
    fit.degrees = trials - (fit.inverse * products_).trace();
    const double total = std::max(squares_ - trials * mean * mean, 0.0);
    const double left =
        total - 2 * fit.effects.dot(scores) + fit.effects.dot(products_ * fit.effects);
    fit.variance = std::max(left, 1e-12) / std::max(fit.degrees, 1.0);
    fit.between = std::max(total - fit.variance * (trials - 1), 0.0);
    return fit;
}

std::vector<ParameterImportance> Importance::by_parameter() const {
    if (products_(0, 0) < fewest_trials) return {};
    const Fit fit = this->fit();
    if (fit.degrees < fewest_degrees) return {};
    std::vector<ParameterImportance> all;
    double sum = 0;
    for (const Group& group : groups_) {
        const Index first = group.first, count = group.columns;
        const VectorXd times = products_.diagonal().segment(first, count);
        const auto degrees = static_cast<double>((times.array() > 0).count()) - 1;
        if (degrees < 1) continue;  // never changed: nothing to tell
        const VectorXd effects = fit.effects.segment(first, count);
        const MatrixXd inverse = fit.inverse.block(first, first, count, count);
        const double lost = std::max(effects.dot(inverse.ldlt().solve(effects)), 0.0);
        const boost::math::fisher_f chance(degrees, fit.degrees);
        const double one = cdf(complement(chance, lost / degrees / fit.variance));
        const double mean = times.dot(effects) / times.sum();
        const double explained = times.dot((effects.array() - mean).square().matrix());
        all.push_back({group.name, std::max(explained - degrees * fit.variance, 0.0),
                       std::min(1.0, one * static_cast<double>(groups_.size()))});
        sum += all.back().share;
    }
    const double whole = std::max({fit.between, sum, 1e-12});
    for (auto& importance : all) importance.share /= whole;
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.share > b.share; });
    return all;
}

}  // namespace fstune::search
