#include "search/simplification/support.h"

#include <algorithm>
#include <cmath>

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr double held_back = 1;  // as if each feature had been seen once more, without effect
constexpr double enough_support = 0.8;

}  // namespace

Support::Support(const Configuration& winner, Direction direction)
    : winner_(winner), direction_(direction) {
    const auto size = static_cast<Eigen::Index>(1 + 2 * winner.values.size());
    products_ = Eigen::MatrixXd::Identity(size, size) * held_back;
    products_(0, 0) = 1e-9;  // the level itself is free
    scores_ = Eigen::VectorXd::Zero(size);
}

// For each parameter: changed at all, and changed to the winner's value.
Eigen::VectorXd Support::features(const Configuration& configuration) const {
    Eigen::VectorXd features = Eigen::VectorXd::Zero(products_.rows());
    features[0] = 1;
    Eigen::Index at = 1;
    for (const auto& [name, value] : winner_.values) {
        const auto found = configuration.values.find(name);
        const bool changed = found != configuration.values.end();
        features[at++] = changed ? 1 : 0;
        features[at++] = changed && found->second == value ? 1 : 0;
    }
    return features;
}

void Support::add(const knowledge::Trial& trial) {
    const auto* measured = trial.measurement();
    if (measured == nullptr || !(measured->value > 0) || !std::isfinite(measured->value)) return;
    if (trial.configuration.filesystem != winner_.filesystem) return;
    const double score = std::log(measured->value) * (direction_ == Direction::maximize ? 1 : -1);
    const auto row = features(trial.configuration);
    products_ += row * row.transpose();
    scores_ += row * score;
}

std::map<std::string, double> Support::by_parameter() const {
    const Eigen::VectorXd effects = products_.ldlt().solve(scores_);
    std::map<std::string, double> support;
    Eigen::Index at = 1;
    for (const auto& [name, value] : winner_.values) {
        support[name] = effects[at] + effects[at + 1];
        at += 2;
    }
    return support;
}

std::vector<std::string> unsupported(const std::map<std::string, double>& support) {
    std::vector<std::pair<double, std::string>> ordered;
    double whole = 0;
    for (const auto& [name, worth] : support) {
        ordered.emplace_back(-worth, name);
        whole += std::max(0.0, worth);
    }
    std::ranges::sort(ordered);
    std::vector<std::string> dropped;
    double kept = 0;
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        const bool more = kept < enough_support * whole && 2 * i < ordered.size();
        if (i == 0 || more)
            kept += std::max(0.0, -ordered[i].first);
        else
            dropped.push_back(ordered[i].second);
    }
    return dropped;
}

}  // namespace fstune::search
