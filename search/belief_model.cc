#include "search/belief_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fstune::search {
namespace {

using knowledge::Configuration;
constexpr std::size_t most_rows = 120;
constexpr std::size_t most_repeatable = 60;
constexpr double far_below = 0.10;          // scores further below the best are drawn closer
constexpr double optimism = 2.0;            // deviations put on one, to see where it could be good
constexpr double caution = 0.5;             // deviations taken off a mean before ranking
constexpr double loss_of_unstable = 0.35;   // what an unstable configuration is expected to lose
constexpr int steps = 24;                   // of a lesson; more change little
constexpr std::int64_t last_lesson = 1024;  // trials; more teach little that is new
// A share of the budget that one configuration may take: more tells too little to be worth it.
constexpr std::int64_t repeats_share = 8, fewest_repeats = 4;
constexpr std::array<int, 4> lookahead = {1, 2, 4, 8};

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

// The moment of the last lesson, in trials told: after each of the first, then ever more seldom.
std::int64_t lesson(std::int64_t told) {
    constexpr std::int64_t lessons_a_doubling = 16;
    told = std::min(told, last_lesson);
    std::int64_t apart = 1;
    while (told >= 2 * lessons_a_doubling * apart) apart *= 2;
    return told - told % apart;
}

// Middles of ten equal shares of the standard normal distribution.
constexpr std::array<double, 10> deviates = {-1.6449, -1.0364, -0.6745, -0.3853, -0.1257,
                                             0.1257,  0.3853,  0.6745,  1.0364,  1.6449};

}  // namespace

BeliefModel::BeliefModel(const Space& space, const History& history, const Feasibility& feasibility,
                         std::int64_t budget)
    : most_repeats_(std::max(fewest_repeats, budget / repeats_share)),
      space_(&space),
      history_(&history),
      feasibility_(&feasibility),
      encoding_(space),
      surrogate_(order_of(encoding_)) {}

void BeliefModel::refresh() const {
    if (current_) return;
    learn();
    gather(*history_);
    if (!rows_.empty()) believe(false);
    current_ = true;
}

void BeliefModel::learn() const {
    const auto moment = lesson(history_->told());
    if (moment == learnt_at_) return;
    const bool late = moment != history_->told();
    const auto early = late ? history_->until(moment) : History(*space_, history_->direction());
    gather(late ? early : *history_);
    if (!rows_.empty()) believe(true);
    if (late) encoded_.clear();  // of configurations that go away
    learnt_at_ = moment;
}

// The history keeps each configuration where it is.
const std::vector<double>& BeliefModel::encoded(const Configuration& measured) const {
    auto& point = encoded_[&measured];
    if (point.empty()) point = encoding_.encode(measured);
    return point;
}

// The unstable only teach about instability.
std::vector<BeliefModel::Seen> BeliefModel::stable(const History& history) const {
    std::vector<Seen> seen;
    std::vector<Instability::Case> cases;
    const Drift drift(history);
    for (const auto& [configuration, raw] : history.records()) {
        if (raw.failures > 0 || raw.scores.empty()) continue;
        if (raw.scores.size() == 1) {
            seen.push_back({&configuration, {}, raw.scores.front() - drift.at(raw.times.front())});
            continue;
        }
        Record record = drift.corrected(raw, history.direction());
        const bool unstable = is_unstable(record);
        cases.push_back({encoded(configuration), static_cast<int>(record.scores.size()), unstable});
        if (unstable) continue;
        const double mean = record.mean();
        seen.push_back({&configuration, std::move(record), mean});
    }
    instability_ = Instability(cases);
    return seen;
}

void BeliefModel::gather(const History& history) const {
    rows_.clear();
    auto seen = stable(history);
    std::ranges::stable_sort(seen, [](const Seen& a, const Seen& b) { return a.mean > b.mean; });
    if (seen.size() > most_rows) seen.resize(most_rows);
    if (seen.empty()) return;
    const double top = seen.front().mean;
    for (Seen& s : seen) {
        if (s.record.scores.empty()) s.record.scores = {s.mean};
        for (double& score : s.record.scores) score = compressed(score, top);
        Row row;
        row.configuration = s.configuration;
        row.measurements = static_cast<std::int64_t>(s.record.scores.size());
        row.score = s.record.mean();
        row.spread = {encoded(*s.configuration), s.record.sum_of_squares(),
                      static_cast<double>(row.measurements) - 1};
        row.unstable = instability_.chance(row.spread.point, static_cast<int>(row.measurements));
        rows_.push_back(std::move(row));
    }
}

void BeliefModel::believe(bool learning) const {
    std::vector<Spread> repeated;
    for (const Row& row : rows_)
        if (row.spread.degrees > 0) repeated.push_back(row.spread);
    noise_ = NoiseModel(repeated);
    const auto count = static_cast<Eigen::Index>(rows_.size());
    Eigen::MatrixXd points(count, static_cast<Eigen::Index>(encoding_.dimensions()));
    Eigen::VectorXd values(count), noise(count);
    const double top = rows_.front().score;
    for (Eigen::Index i = 0; i < count; ++i) {
        Row& row = rows_[static_cast<std::size_t>(i)];
        row.noise = noise_.variance(row.spread);
        for (Eigen::Index d = 0; d < points.cols(); ++d)
            points(i, d) = row.spread.point[static_cast<std::size_t>(d)];
        values(i) = row.score;
        noise(i) = row.noise / (row.spread.degrees + 1);
        // A slow measurement may be the slow side of an unstable configuration.
        const double below = top - row.score;
        if (below > far_below) noise(i) += row.unstable * below * below;
    }
    surrogate_.fit(points, values, noise);
    if (learning) surrogate_.learn(steps);
    const auto believed = surrogate_.believed();
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        rows_[i].belief = believed[i];
        rows_[i].lower = believed[i].mean - caution * believed[i].deviation -
                         loss_of_unstable * rows_[i].unstable;
    }
}

std::vector<Configuration> BeliefModel::ranked(std::size_t count) const {
    refresh();
    std::vector<const Row*> order;
    for (const Row& row : rows_) order.push_back(&row);
    std::ranges::stable_sort(order, [](const Row* a, const Row* b) { return a->lower > b->lower; });
    std::vector<Configuration> best;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
        best.push_back(*order[i]->configuration);
    return best;
}

std::vector<BeliefModel::Option> BeliefModel::options(const std::vector<Configuration>& candidates,
                                                      Joint& joint) const {
    std::vector<std::size_t> order(rows_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto upper = [this](std::size_t i) {
        return rows_[i].belief.mean + 2 * rows_[i].belief.deviation;
    };
    std::ranges::stable_sort(order,
                             [&](std::size_t a, std::size_t b) { return upper(a) > upper(b); });
    order.resize(std::min(order.size(), most_repeatable));
    std::vector<Option> all;
    all.reserve(order.size() + candidates.size());
    for (const std::size_t i : order)
        all.push_back({rows_[i].configuration, rows_[i].noise, rows_[i].unstable, 1,
                       rows_[i].measurements >= most_repeats_});
    Eigen::MatrixXd points(static_cast<Eigen::Index>(candidates.size()),
                           static_cast<Eigen::Index>(encoding_.dimensions()));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto encoded = encoding_.encode(candidates[i]);
        for (std::size_t d = 0; d < encoded.size(); ++d)
            points(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(d)) = encoded[d];
        all.push_back({&candidates[i], noise_.expected(encoded), instability_.chance(encoded, 0),
                       feasibility_->chance(candidates[i]), false});
    }
    joint = surrogate_.joint(order, points);
    return all;
}

// Those that could come out best: all others stay below the best whatever one measurement says.
BeliefModel::Field BeliefModel::field(const std::vector<Option>& options,
                                      const Joint& joint) const {
    Field field;
    field.expected = joint.mean;
    for (std::size_t i = 0; i < options.size(); ++i)
        field.expected(static_cast<Eigen::Index>(i)) -= loss_of_unstable * options[i].unstable;
    field.deviation = joint.variance.cwiseMax(0).cwiseSqrt();
    Eigen::Index best = 0;
    field.now = field.expected.maxCoeff(&best);
    const double least = field.now - deviates.back() * field.deviation(best);
    for (Eigen::Index i = 0; i < field.expected.size(); ++i) {
        if (i != best) field.second = std::max(field.second, field.expected(i));
        if (field.expected(i) + deviates.back() * field.deviation(i) >= least)
            field.able.push_back(i);
    }
    field.best = best;
    field.covariance = surrogate_.covariance(joint, field.able);
    field.able_expected = field.expected(field.able);
    return field;
}

// How much the best expected value grows for each probe, if this option is measured up to k times
// more, for the best k. It ends early when it turns out to be unstable.
double BeliefModel::worth(const Option& option, const Field& field, double mean,
                          Eigen::Index index) const {
    const double without = index == field.best ? field.second : field.now;
    const auto place = std::ranges::find(field.able, index) - field.able.begin();
    const double variance = field.deviation(index) * field.deviation(index);
    double most = 0;
    for (const int k : lookahead) {
        const double scale = std::sqrt(variance + option.noise / k);
        const Eigen::VectorXd moves = field.covariance.col(index) / scale;
        const double then = mean - loss_of_unstable * Instability::after(option.unstable, k);
        Eigen::VectorXd others = field.able_expected;
        if (place < others.size()) others(place) = then;
        double best = 0;
        for (const double z : deviates)
            best += std::max((others + z * moves).maxCoeff(), then + z * variance / scale);
        best /= static_cast<double>(deviates.size());
        const double survives = 1 - option.unstable + option.unstable * Instability::escapes(k);
        double probes = 0;
        for (int j = 0; j < k; ++j)
            probes += 1 - option.unstable + option.unstable * Instability::escapes(j);
        const double gain = survives * best + (1 - survives) * std::max(without, -1e3) - field.now;
        most = std::max(most, option.feasible * gain / (1 + option.feasible * (probes - 1)));
    }
    return most;
}

// The model may be too sure of itself where it has seen little: by upper bound instead of worth.
const Configuration* BeliefModel::most_promising(
    const std::vector<Configuration>& candidates) const {
    refresh();
    if (rows_.empty() || candidates.empty()) return nullptr;
    Joint joint;
    const auto all = options(candidates, joint);
    const std::size_t measured = all.size() - candidates.size();
    const Configuration* chosen = nullptr;
    double most = 0;
    const double lowest = joint.mean.minCoeff() - 1;
    for (std::size_t i = measured; i < all.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        const double upper =
            joint.mean(at) + optimism * std::sqrt(std::max(joint.variance(at), 0.0)) - lowest;
        const double value = upper * (all[i].feasible > 0.5 ? 1 : all[i].feasible);
        if (value <= most) continue;
        most = value;
        chosen = all[i].configuration;
    }
    return chosen;
}

const Configuration* BeliefModel::most_telling(const std::vector<Configuration>& candidates) const {
    refresh();
    if (rows_.empty()) return candidates.empty() ? nullptr : &candidates.front();
    Joint joint;
    const auto all = options(candidates, joint);
    const Field field = this->field(all, joint);
    const Configuration* chosen = nullptr;
    double most = -1;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto at = static_cast<Eigen::Index>(i);
        const double value = all[i].spent ? -0.5  // only where nothing else is left
                                          : worth(all[i], field, joint.mean(at), at);
        if (value <= most) continue;
        most = value;
        chosen = all[i].configuration;
    }
    return chosen;
}

}  // namespace fstune::search
