#include "search/simplification/support.h"

#include <algorithm>
#include <cmath>
#include <numeric>

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
    squares_ += score * score;
    ++trials_;
}

// Of the level and the parameters with these numbers.
Support::Fit Support::fit(const std::vector<Eigen::Index>& parameters) const {
    std::vector<Eigen::Index> at = {0};
    for (const auto parameter : parameters) {
        at.push_back(1 + 2 * parameter);
        at.push_back(2 + 2 * parameter);
    }
    const Eigen::VectorXd scores = scores_(at);
    const Eigen::VectorXd effects = products_(at, at).ldlt().solve(scores);
    return {effects, std::max(0.0, squares_ - effects.dot(scores))};
}

// Adds the parameter that explains most, as long as it explains more than it costs (Akaike).
std::vector<Eigen::Index> Support::selected() const {
    std::vector<Eigen::Index> chosen, open(winner_.values.size());
    std::iota(open.begin(), open.end(), 0);
    double unexplained = fit(chosen).unexplained;
    while (!open.empty()) {
        const auto with = [&](Eigen::Index parameter) {
            auto more = chosen;
            more.push_back(parameter);
            return fit(more).unexplained;
        };
        const auto best = std::ranges::min_element(open, {}, with);
        const double left = with(*best);
        const double degrees = trials_ - static_cast<double>(1 + 2 * (chosen.size() + 1));
        if (degrees < 1 || unexplained - left <= 4 * left / degrees) break;
        unexplained = left;
        chosen.push_back(*best);
        open.erase(best);
    }
    return chosen;
}

std::map<std::string, double> Support::by_parameter() const {
    std::map<std::string, double> support;
    std::vector<std::string> names;
    for (const auto& [name, value] : winner_.values) {
        support[name] = 0;
        names.push_back(name);
    }
    const auto chosen = selected();
    const auto effects = fit(chosen).effects;
    Eigen::Index at = 1;
    for (const auto parameter : chosen) {
        support[names[static_cast<std::size_t>(parameter)]] = effects[at] + effects[at + 1];
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
