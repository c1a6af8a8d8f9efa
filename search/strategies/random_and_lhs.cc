#include <deque>

#include "search/history.h"
#include "search/sampling.h"
#include "search/strategies/strategies.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;

// So many draws in a row that are known to fail mean that nothing is left.
constexpr int most_draws = 1000;

// Draws from a source until something comes that is not known to fail.
class DrawingStrategy : public Strategy {
  public:
    DrawingStrategy(const Space& space, const StrategySettings& settings)
        : space_(space),
          random_(settings.seed),
          history_(space_, settings.direction),
          starting_points_(settings.starting_points.begin(), settings.starting_points.end()) {}

    std::optional<Proposal> ask() override {
        for (int i = 0; i < most_draws; ++i) {
            Configuration drawn = next();
            if (space_.contains(drawn) && space_.consistent(drawn) && !history_.failed(drawn))
                return Proposal{drawn};
        }
        return std::nullopt;
    }

    void tell(const knowledge::Trial& trial) override { history_.tell(trial); }

    std::vector<Configuration> best(std::size_t count) const override {
        return history_.best(count);
    }

  protected:
    virtual Configuration draw(const Space& space, Random& random) = 0;

  private:
    Configuration next() {
        if (starting_points_.empty()) return draw(space_, random_);
        Configuration point = space_.canonical(starting_points_.front());
        starting_points_.pop_front();
        return point;
    }

    Space space_;
    Random random_;
    History history_;
    std::deque<Configuration> starting_points_;
};

class RandomStrategy : public DrawingStrategy {
  public:
    using DrawingStrategy::DrawingStrategy;

  private:
    Configuration draw(const Space& space, Random& random) override {
        return random_configuration(space, random);
    }
};

class LatinHypercubeStrategy : public DrawingStrategy {
  public:
    using DrawingStrategy::DrawingStrategy;

  private:
    Configuration draw(const Space& space, Random& random) override {
        if (design_.empty()) {
            const auto cube = latin_hypercube(space, next_size_, random);
            design_.assign(cube.begin(), cube.end());
            next_size_ *= 2;
        }
        Configuration point = design_.front();
        design_.pop_front();
        return point;
    }

    std::deque<Configuration> design_;
    std::size_t next_size_ = 8;
};

}  // namespace

std::unique_ptr<Strategy> make_random(const Space& space, const StrategySettings& settings) {
    return std::make_unique<RandomStrategy>(space, settings);
}

std::unique_ptr<Strategy> make_lhs(const Space& space, const StrategySettings& settings) {
    return std::make_unique<LatinHypercubeStrategy>(space, settings);
}

}  // namespace fstune::search
