#include <algorithm>
#include <deque>
#include <limits>

#include "search/domain.h"
#include "search/history.h"
#include "search/sampling.h"
#include "search/strategies/nlopt_worker.h"
#include "search/strategies/strategies.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;

// A steep algorithm asks for one rounded configuration many times; after so many answers from
// memory in a row it is started afresh, and after so many fresh starts it is at its end.
constexpr int most_from_memory = 100;
constexpr int most_starts = 10;

// One filesystem's numeric parameters under one algorithm.
class Run {
  public:
    Run(const Space& space, const History& history, std::string filesystem, std::string algorithm,
        std::uint64_t seed)
        : space_(space),
          history_(history),
          filesystem_(std::move(filesystem)),
          algorithm_(std::move(algorithm)),
          random_(seed) {
        for (const Parameter* p : space_.of(filesystem_))
            if (ordered(*p)) numbers_.push_back(p);
    }

    std::optional<Configuration> ask() {
        int from_memory = 0;
        while (!numbers_.empty() && starts_ <= most_starts) {
            const auto point = worker_ ? worker_->point() : std::nullopt;
            if (!point || from_memory > most_from_memory) {
                start();
                from_memory = 0;
                continue;
            }
            const Configuration asked = decode(*point);
            if (!answered(asked)) return asked;
            worker_->answer(score(asked));
            ++from_memory;
        }
        return std::nullopt;
    }

    void tell(const Configuration& configuration) {
        if (!worker_) return;
        const auto point = worker_->point();
        if (point && decode(*point) == configuration) worker_->answer(score(configuration));
    }

  private:
    // The first from the defaults, later ones from anywhere.
    void start() {
        std::vector<double> from;
        for (const Parameter* p : numbers_)
            from.push_back(starts_ == 0 ? position_of(*p, p->default_value) : uniform(random_));
        ++starts_;
        worker_ = std::make_unique<NloptWorker>(algorithm_, from, random_());
    }

    Configuration decode(const std::vector<double>& point) const {
        Configuration configuration = space_.default_of(filesystem_);
        for (std::size_t i = 0; i < numbers_.size(); ++i)
            configuration.values[numbers_[i]->name] = value_at(*numbers_[i], point[i]);
        return space_.canonical(configuration);
    }

    bool answered(const Configuration& configuration) const {
        return history_.records().contains(configuration) || !space_.consistent(configuration);
    }

    // NLopt has no word for "failed": such a point gets the lowest score seen, no lower.
    double score(const Configuration& configuration) const {
        const auto found = history_.records().find(configuration);
        if (found != history_.records().end() && found->second.failures == 0)
            return found->second.mean();
        double lowest = 0;
        for (const auto& [other, seen] : history_.records())
            if (!seen.scores.empty()) lowest = std::min(lowest, seen.mean());
        return lowest;
    }

    const Space& space_;
    const History& history_;
    std::string filesystem_, algorithm_;
    Random random_;
    std::vector<const Parameter*> numbers_;
    int starts_ = 0;
    std::unique_ptr<NloptWorker> worker_;
};

class NloptStrategy : public Strategy {
  public:
    NloptStrategy(const std::string& algorithm, const Space& space,
                  const StrategySettings& settings)
        : space_(space), history_(space_, settings.direction) {
        for (const Configuration& point : settings.starting_points)
            if (space_.contains(point) && space_.consistent(point))
                waiting_.push_back(space_.canonical(point));
        for (const std::string& filesystem : space_.filesystems())
            runs_.push_back(std::make_unique<Run>(space_, history_, filesystem, algorithm,
                                                  settings.seed + runs_.size()));
    }

    std::optional<Proposal> ask() override {
        while (!waiting_.empty()) {
            const Configuration point = waiting_.front();
            waiting_.pop_front();
            if (!history_.failed(point)) return Proposal{point};
        }
        for (std::size_t i = 0; i < runs_.size(); ++i) {
            turn_ = (turn_ + 1) % runs_.size();
            if (auto asked = runs_[turn_]->ask()) return Proposal{*asked};
        }
        return std::nullopt;
    }

    void tell(const knowledge::Trial& trial) override {
        history_.tell(trial);
        for (auto& run : runs_) run->tell(space_.canonical(trial.configuration));
    }

    std::vector<Configuration> best(std::size_t count) const override {
        return history_.best(count);
    }

  private:
    Space space_;
    History history_;
    std::deque<Configuration> waiting_;
    std::vector<std::unique_ptr<Run>> runs_;
    std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_nlopt(const std::string& algorithm, const Space& space,
                                     const StrategySettings& settings) {
    return std::make_unique<NloptStrategy>(algorithm, space, settings);
}

}  // namespace fstune::search
