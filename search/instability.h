// Some configurations measure well on one day and at a third on the next. This learns with which
// values that comes, and so how likely a configuration is to be of that kind after it has behaved
// for some measurements.
//
// Threads: const use is safe.
#pragma once

#include <vector>

namespace fstune::search {

class Instability {
  public:
    struct Case {
        std::vector<double> point;  // encoded configuration
        int measurements = 0;       // at least 2 to tell anything
        bool unstable = false;
    };

    Instability() = default;
    explicit Instability(const std::vector<Case>& cases);

    // Chance that it is unstable, after so many measurements that agreed.
    double chance(const std::vector<double>& point, int agreeing) const;

    // Chance that an unstable configuration goes on to agree for so many more measurements.
    static double escapes(int measurements);
    // The chance brought up to date after so many more that agreed.
    static double after(double chance, int more);

  private:
    double prior(const std::vector<double>& point) const;

    double base_ = 0.03;
    std::vector<std::vector<std::pair<double, double>>> factors_;  // by coordinate and value
};

}  // namespace fstune::search
