// What every peer of "auto" needs: its observations, and a ranking by them. For judging only.
#pragma once

#include <map>
#include <vector>

#include "search/sampling.h"
#include "search/strategy.h"

namespace fstune::bench {

// best_mean: of the configurations with at least two repeats, where there are any.
enum class Pick { best_observation, best_mean };

class Peer : public search::Strategy {
  public:
    Peer(const search::Space& space, const search::StrategySettings& settings, Pick pick)
        : space_(space), settings_(settings), random_(settings.seed), pick_(pick) {}

    void tell(const knowledge::Trial& trial) override;
    std::vector<knowledge::Configuration> best(std::size_t count) const override;

  protected:
    double sign() const;  // a score is the value times this: higher is better
    double summary(const std::vector<double>& scores) const;

    search::Space space_;
    search::StrategySettings settings_;
    search::Random random_;
    Pick pick_;
    std::map<knowledge::Configuration, std::vector<double>> scores_;
};

}  // namespace fstune::bench
