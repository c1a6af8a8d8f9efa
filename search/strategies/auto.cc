#include <algorithm>
#include <cmath>

#include "search/belief_model.h"
#include "search/feasibility.h"
#include "search/sampling.h"
#include "search/strategies/strategies.h"

namespace fstune::search {
namespace {

using knowledge::Configuration;

constexpr std::size_t small_space = 1500;   // configurations: all are candidates
constexpr std::int64_t explore_every = 4;   // trials
constexpr std::int64_t control_every = 20;  // trials
constexpr std::size_t random_candidates = 120;
constexpr std::size_t most_candidates = 2 * random_candidates;
constexpr std::size_t centers = 4;                       // whose neighbours are candidates
constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;  // spreads seeds

class AutoStrategy : public Strategy {
  public:
    AutoStrategy(const Space& space, const StrategySettings& settings)
        : space_(space),
          seed_(settings.seed),
          history_(space_, settings.direction),
          feasibility_(space_),
          model_(space_, history_, feasibility_, settings.budget),
          explore_until_(settings.budget * 3 / 4),
          all_(all_configurations(space_, small_space)) {
        for (const std::string& filesystem : space_.filesystems())
            opening_.push_back(space_.default_of(filesystem));
        for (const Configuration& point : settings.starting_points)
            if (space_.contains(point) && space_.consistent(point))
                opening_.push_back(space_.canonical(point));
        const auto size = std::clamp<std::int64_t>(settings.budget / 8, 4, 12);
        Random random(settings.seed);
        for (auto& point : latin_hypercube(space_, static_cast<std::size_t>(size), random))
            opening_.push_back(std::move(point));
    }

    std::optional<Proposal> ask() override {
        for (const Configuration& next : opening_)
            if (!history_.records().contains(next) && feasibility_.chance(next) > 0.3)
                return Proposal{next};
        if (auto control = due_control()) return Proposal{*control};
        return most_telling();
    }

    void tell(const knowledge::Trial& trial) override {
        feasibility_.tell(history_.tell(trial), trial.failure() == nullptr);
        model_.forget();
    }

    std::vector<Configuration> best(std::size_t count) const override {
        return model_.ranked(count);
    }

  private:
    // Of the filesystem that leads, so that drift shows and the gain is known.
    std::optional<Configuration> due_control() const {
        const auto leaders = model_.ranked(1);
        if (leaders.empty() || history_.told() % control_every != 0) return std::nullopt;
        Configuration control = space_.default_of(leaders.front().filesystem);
        if (history_.failed(control)) return std::nullopt;
        return control;
    }

    std::vector<Configuration> candidates() const {
        Random random(seed_ ^ (golden * (static_cast<std::uint64_t>(history_.told()) + 1)));
        std::vector<Configuration> drawn;
        if (all_.size() <= 2 * random_candidates)
            drawn = all_;
        else
            for (std::size_t i = 0; i < random_candidates; ++i)
                drawn.push_back(all_.empty() ? random_configuration(space_, random)
                                             : all_[below(random, all_.size())]);
        if (drawn.size() < all_.size() || all_.empty())
            for (const Configuration& center : model_.ranked(centers))
                for (auto& near : neighbours(space_, center, 3, random))
                    drawn.push_back(std::move(near));
        std::ranges::sort(drawn);
        drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
        std::erase_if(drawn, [&](const auto& c) { return history_.records().contains(c); });
        for (std::size_t i = 0; drawn.size() > most_candidates && i < most_candidates; ++i)
            std::swap(drawn[i], drawn[i + below(random, drawn.size() - i)]);
        if (drawn.size() > most_candidates) drawn.resize(most_candidates);
        return drawn;
    }

    std::optional<Proposal> most_telling() {
        const auto drawn = candidates();
        const bool explore =
            history_.told() % explore_every == 0 && history_.told() < explore_until_;
        const Configuration* chosen = explore ? model_.most_promising(drawn) : nullptr;
        if (chosen == nullptr) chosen = model_.most_telling(drawn);
        if (chosen == nullptr) return std::nullopt;
        return Proposal{*chosen};
    }

    Space space_;
    std::uint64_t seed_;
    History history_;
    Feasibility feasibility_;
    BeliefModel model_;
    std::int64_t explore_until_;
    std::vector<Configuration> all_;
    std::vector<Configuration> opening_;
};

}  // namespace

std::unique_ptr<Strategy> make_auto(const Space& space, const StrategySettings& settings) {
    return std::make_unique<AutoStrategy>(space, settings);
}

}  // namespace fstune::search
