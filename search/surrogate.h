// A Gaussian process over encoded configurations: values of configurations that are alike are
// alike, and how much each coordinate matters is learnt. Beside the smooth part each
// configuration has a deviation of its own. The noise of each row is given, not learnt.
//
// Units: those of the values given.
// Threads: const use is safe.
#pragma once

#include <Eigen/Dense>
#include <vector>

namespace fstune::search {

struct Believed {
    double mean = 0;
    double deviation = 0;  // of the configuration's true mean
};

// Of several configurations together. The covariances are worked out only where they are wanted.
struct Joint {
    Eigen::VectorXd mean, variance;
    Eigen::MatrixXd points, with, solved;  // with the rows fitted to, and solved by their inverse
    Eigen::VectorXd left;
};

class Surrogate {
  public:
    // ordered[d]: whether coordinate d has an order (see Encoding).
    explicit Surrogate(std::vector<bool> ordered);

    // One row a configuration: its mean and the variance of that mean. With what was learnt last.
    void fit(const Eigen::MatrixXd& points, const Eigen::VectorXd& values,
             const Eigen::VectorXd& noise);
    // Learns afresh from the rows fitted to: nothing remains of what was learnt before.
    void learn(int steps);

    std::size_t rows() const { return static_cast<std::size_t>(points_.rows()); }
    std::vector<Believed> believed() const;  // of each row fitted to

    // Of some rows fitted to and of new points, the rows first.
    Joint joint(const std::vector<std::size_t>& rows, const Eigen::MatrixXd& points) const;
    // Of some of them with all.
    Eigen::MatrixXd covariance(const Joint& joint, const std::vector<Eigen::Index>& some) const;

    // How fast likeness fades with each coordinate; near 0: it does not matter.
    const Eigen::VectorXd& rates() const { return rates_; }

  private:
    double distance(std::size_t dimension, double a, double b) const;
    Eigen::MatrixXd likeness(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) const;
    void factor();
    Eigen::VectorXd gradient() const;
    void improve(int steps);

    std::vector<bool> ordered_;
    Eigen::MatrixXd points_;
    Eigen::VectorXd values_, noise_;
    double scale_ = 1;  // variance of the values: what the priors are told in

    // Logarithms: a rate for each coordinate, then the variances of the smooth part and of the
    // configuration's own deviation in units of scale_.
    Eigen::VectorXd learnt_, expected_, step_, last_gradient_;
    Eigen::VectorXd rates_;
    double smooth_ = 1, own_ = 0, mean_ = 0, mean_variance_ = 0;
    Eigen::MatrixXd likeness_, inverse_;
    Eigen::VectorXd weights_, inverse_ones_;
};

}  // namespace fstune::search
