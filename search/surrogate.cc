#include "search/surrogate.h"

#include <algorithm>
#include <cmath>

namespace fstune::search {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Priors on what is learnt, as logarithms with their spread. A rate of 3 over all coordinates
// together keeps two random configurations somewhat alike.
constexpr double total_rate = 3;
// Of the values' variance, at least this share is taken for differences between configurations.
constexpr double least_signal = 0.3;
// Distance of two different values of an ordered parameter: partly for being different at all,
// since blocks of 512 and 1024 bytes need not be alike.
constexpr double step_share = 0.3;
constexpr double most_rate = 0.6;
constexpr double spread_of_rate = 1.3;
constexpr double expected_own = 0.1;
constexpr double spread_of_variance = 1.0;

// Rprop: a step of its own for each coordinate, longer while the slope keeps its sign.
constexpr double first_step = 0.3, longest_step = 0.8, shortest_step = 0.01;
constexpr double longer = 1.3, shorter = 0.5;

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

Surrogate::Surrogate(std::vector<bool> ordered) : ordered_(std::move(ordered)) {
    const auto count = static_cast<Eigen::Index>(ordered_.size());
    expected_ = VectorXd::Constant(
        count + 2, std::log(std::min(
                       most_rate, total_rate / std::max<double>(static_cast<double>(count), 1))));
    expected_(count) = 0;
    expected_(count + 1) = std::log(expected_own);
    learnt_ = expected_;
    step_ = VectorXd::Constant(count + 2, first_step);
    last_gradient_ = VectorXd::Zero(count + 2);
}

double Surrogate::distance(std::size_t dimension, double a, double b) const {
    return a == b ? 0 : ordered_[dimension] ? step_share + (1 - step_share) * std::abs(a - b) : 1;
}

// Column by column and without branches inside: this is where an ask spends its time.
MatrixXd Surrogate::likeness(const MatrixXd& a, const MatrixXd& b) const {
    MatrixXd far = MatrixXd::Zero(a.rows(), b.rows());
    for (std::size_t d = 0; d < ordered_.size(); ++d) {
        const auto column = static_cast<Eigen::Index>(d);
        const double rate = rates_(column), step = ordered_[d] ? step_share : 1;
        for (Eigen::Index j = 0; j < b.rows(); ++j) {
            const auto off = (a.col(column).array() - b(j, column)).abs();
            far.col(j).array() += (off > 0).select(rate * (step + (1 - step) * off), 0.0);
        }
    }
    return smooth_ * (-far.array()).exp().matrix();
}

void Surrogate::factor() {
    const auto count = static_cast<Eigen::Index>(ordered_.size());
    rates_ = learnt_.head(count).array().exp();
    smooth_ = scale_ * std::exp(learnt_(count));
    own_ = scale_ * std::exp(learnt_(count + 1));
    likeness_ = likeness(points_, points_);
    MatrixXd covariance = likeness_;
    covariance.diagonal().array() += own_ + noise_.array() + 1e-6 * scale_;
    inverse_ = covariance.llt().solve(MatrixXd::Identity(points_.rows(), points_.rows()));
    inverse_ones_ = inverse_.rowwise().sum();
    mean_variance_ = 1 / inverse_ones_.sum();
    mean_ = mean_variance_ * inverse_ones_.dot(values_);
    weights_ = inverse_ * (values_.array() - mean_).matrix();
}

// Of the logarithm of the posterior by what is learnt.
VectorXd Surrogate::gradient() const {
    const auto count = static_cast<Eigen::Index>(ordered_.size());
    VectorXd slope(count + 2);
    MatrixXd pull = 0.5 * (weights_ * weights_.transpose() - inverse_);
    slope(count + 1) = own_ * pull.trace();
    pull.array() *= likeness_.array();
    slope(count) = pull.sum();
    for (std::size_t d = 0; d < ordered_.size(); ++d) {
        const auto column = static_cast<Eigen::Index>(d);
        double sum = 0;
        for (Eigen::Index j = 0; j < points_.rows(); ++j)
            for (Eigen::Index i = 0; i < j; ++i)
                sum -= 2 * pull(i, j) * distance(d, points_(i, column), points_(j, column));
        slope(column) = rates_(column) * sum;
    }
    const VectorXd off = learnt_ - expected_;
    slope.head(count) -= off.head(count) / (spread_of_rate * spread_of_rate);
    slope.tail(2) -= off.tail(2) / (spread_of_variance * spread_of_variance);
    return slope;
}

void Surrogate::improve(int steps) {
    for (int i = 0; i < steps; ++i) {
        const VectorXd slope = gradient();
        for (Eigen::Index k = 0; k < slope.size(); ++k) {
            const double agreement = slope(k) * last_gradient_(k);
            if (agreement > 0) step_(k) = std::min(longest_step, longer * step_(k));
            if (agreement < 0) step_(k) = std::max(shortest_step, shorter * step_(k));
            learnt_(k) = std::clamp(learnt_(k) + sign(slope(k)) * step_(k), expected_(k) - 5,
                                    expected_(k) + 4);
        }
        last_gradient_ = slope;
        factor();
    }
}

void Surrogate::fit(const MatrixXd& points, const VectorXd& values, const VectorXd& noise) {
    points_ = points;
    values_ = values;
    noise_ = noise;
    const double center = values.mean();
    const double total = (values.array() - center).square().mean();
    scale_ = std::max({total - noise.mean(), least_signal * total, 1e-6});
    factor();
}

void Surrogate::learn(int steps) {
    learnt_ = expected_;
    step_.setConstant(first_step);
    last_gradient_.setZero();
    factor();
    improve(steps);
}

std::vector<Believed> Surrogate::believed() const {
    MatrixXd with = likeness_;
    with.diagonal().array() += own_;
    const MatrixXd solved = inverse_ * with;
    std::vector<Believed> all;
    for (Eigen::Index i = 0; i < with.cols(); ++i) {
        const double left = 1 - with.col(i).dot(inverse_ones_);
        const double variance =
            smooth_ + own_ - with.col(i).dot(solved.col(i)) + left * left * mean_variance_;
        all.push_back({mean_ + with.col(i).dot(weights_), std::sqrt(std::max(variance, 0.0))});
    }
    return all;
}

Joint Surrogate::joint(const std::vector<std::size_t>& rows, const MatrixXd& points) const {
    const auto known = static_cast<Eigen::Index>(rows.size());
    Joint joint;
    joint.points.resize(known + points.rows(), points_.cols());
    for (Eigen::Index i = 0; i < known; ++i)
        joint.points.row(i) =
            points_.row(static_cast<Eigen::Index>(rows[static_cast<std::size_t>(i)]));
    joint.points.bottomRows(points.rows()) = points;
    joint.with = likeness(points_, joint.points);
    for (Eigen::Index i = 0; i < known; ++i)
        joint.with(static_cast<Eigen::Index>(rows[static_cast<std::size_t>(i)]), i) += own_;
    joint.solved = inverse_ * joint.with;
    joint.left = (1 - (joint.with.transpose() * inverse_ones_).array()).matrix();
    joint.mean = (joint.with.transpose() * weights_).array() + mean_;
    joint.variance = smooth_ + own_ -
                     joint.with.cwiseProduct(joint.solved).colwise().sum().transpose().array() +
                     mean_variance_ * joint.left.array().square();
    return joint;
}

MatrixXd Surrogate::covariance(const Joint& joint, const std::vector<Eigen::Index>& some) const {
    MatrixXd covariance = likeness(joint.points(some, Eigen::all), joint.points) -
                          joint.with(Eigen::all, some).transpose() * joint.solved +
                          mean_variance_ * joint.left(some) * joint.left.transpose();
    for (std::size_t i = 0; i < some.size(); ++i)
        covariance(static_cast<Eigen::Index>(i), some[i]) += own_;
    return covariance;
}

}  // namespace fstune::search
