#include "tests/bench/search/peers.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "search/domain.h"
#include "search/sampling.h"

namespace fstune::bench {
namespace {

using knowledge::Configuration;
using knowledge::Trial;
using knowledge::Value;
using search::Proposal;
using search::Random;
using search::Space;
using search::StrategySettings;

struct Observation {
    Configuration configuration;
    double score = 0;
};

enum class Pick { best_observation, best_mean };

// Ranking by observations, and the bookkeeping every peer needs.
class Peer : public search::Strategy {
  public:
    Peer(const Space& space, const StrategySettings& settings, Pick pick)
        : space_(space), settings_(settings), random_(settings.seed), pick_(pick) {}

    void tell(const Trial& trial) override {
        const auto* m = trial.measurement();
        if (m == nullptr) return;
        const double sign = settings_.direction == search::Direction::maximize ? 1 : -1;
        observations_.push_back({trial.configuration, sign * m->value});
        scores_[trial.configuration].push_back(sign * m->value);
    }

    std::vector<Configuration> best(std::size_t count) const override {
        std::size_t most = 1;
        for (const auto& [c, scores] : scores_) most = std::max(most, scores.size());
        std::vector<std::pair<double, Configuration>> ranked;
        for (const auto& [c, scores] : scores_)
            if (pick_ == Pick::best_observation || scores.size() >= std::min<std::size_t>(most, 2))
                ranked.emplace_back(summary(scores), c);
        std::ranges::stable_sort(ranked,
                                 [](const auto& a, const auto& b) { return a.first > b.first; });
        std::vector<Configuration> chosen;
        for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i)
            chosen.push_back(ranked[i].second);
        return chosen;
    }

  protected:
    double summary(const std::vector<double>& scores) const {
        if (pick_ == Pick::best_observation) return *std::ranges::max_element(scores);
        double sum = 0;
        for (const double s : scores) sum += s;
        return sum / static_cast<double>(scores.size());
    }

    Space space_;
    StrategySettings settings_;
    Random random_;
    Pick pick_;
    std::vector<Observation> observations_;
    std::map<Configuration, std::vector<double>> scores_;
};

class RandomBest : public Peer {
  public:
    using Peer::Peer;
    std::optional<Proposal> ask() override {
        return Proposal{search::random_configuration(space_, random_)};
    }
};

// Rungs: n configurations once, the better half once more, the better quarter twice more, ...;
// each rung after the first costs n / 2.
class Halving : public Peer {
  public:
    Halving(const Space& space, const StrategySettings& settings)
        : Peer(space, settings, Pick::best_mean),
          first_(std::max<std::int64_t>(2, settings.budget * 2 / 5)) {}

    std::optional<Proposal> ask() override {
        if (asked_++ < first_) return Proposal{search::random_configuration(space_, random_)};
        if (waiting_.empty()) next_rung();
        if (waiting_.empty()) return Proposal{search::random_configuration(space_, random_)};
        Configuration next = waiting_.back();
        waiting_.pop_back();
        return Proposal{next};
    }

    // Survivors first: those with the most repeats.
    std::vector<Configuration> best(std::size_t count) const override {
        if (survivors_.empty()) return Peer::best(count);
        auto ranked = by_mean(survivors_);
        ranked.resize(std::min(count, ranked.size()));
        return ranked;
    }

  private:
    std::vector<Configuration> by_mean(std::vector<Configuration> all) const {
        std::ranges::stable_sort(all, [this](const auto& a, const auto& b) {
            return summary(scores_.at(a)) > summary(scores_.at(b));
        });
        return all;
    }

    void next_rung() {
        std::vector<Configuration> field = survivors_;
        if (field.empty())
            for (const auto& [c, scores] : scores_) field.push_back(c);
        field = by_mean(field);
        if (field.size() > 1) field.resize((field.size() + 1) / 2);
        survivors_ = field;
        for (const Configuration& c : field) waiting_.insert(waiting_.end(), repeats_, c);
        repeats_ *= 2;
    }

    std::int64_t first_, asked_ = 0;
    std::size_t repeats_ = 1;
    std::vector<Configuration> survivors_, waiting_;
};

constexpr std::size_t startup = 10, candidates = 24, most_good = 25;

class Tpe : public Peer {
  public:
    using Peer::Peer;

    std::optional<Proposal> ask() override {
        if (observations_.size() < startup)
            return Proposal{search::random_configuration(space_, random_)};
        std::vector<Observation> sorted = observations_;
        std::ranges::stable_sort(sorted,
                                 [](const auto& a, const auto& b) { return a.score > b.score; });
        const auto good =
            std::min(most_good,
                     static_cast<std::size_t>(std::ceil(0.1 * static_cast<double>(sorted.size()))));
        std::vector<Configuration> above, below;
        for (std::size_t i = 0; i < sorted.size(); ++i)
            (i < good ? above : below).push_back(sorted[i].configuration);
        Configuration next = space_.default_of(filesystem(above, below));
        for (const auto* p : space_.of(next.filesystem)) {
            const auto values = search::all_values(*p, 1000);
            const auto of = [&](const std::vector<Configuration>& field) {
                std::vector<std::size_t> seen;
                for (const Configuration& c : field)
                    if (c.filesystem == next.filesystem)
                        seen.push_back(index(values, space_.value(c, *p)));
                return density(seen, values.size());
            };
            next.values[p->name] = values[choose(of(above), of(below))];
        }
        return Proposal{space_.canonical(next)};
    }

  private:
    static std::size_t index(const std::vector<Value>& values, const Value& value) {
        return static_cast<std::size_t>(std::ranges::find(values, value) - values.begin());
    }

    // One kernel an observation, smoothed over the categories, and a uniform prior.
    static std::vector<double> density(const std::vector<std::size_t>& seen, std::size_t count) {
        const auto kernels = static_cast<double>(seen.size() + 1);
        const auto categories = static_cast<double>(count);
        std::vector<double> chance(count, 1 / categories / kernels);
        for (const std::size_t s : seen)
            for (std::size_t i = 0; i < count; ++i)
                chance[i] +=
                    ((i == s ? 1 : 0) + 1 / kernels) / (1 + categories / kernels) / kernels;
        return chance;
    }

    std::size_t draw(const std::vector<double>& chance) {
        double u = search::uniform(random_);
        for (std::size_t i = 0; i < chance.size(); ++i) {
            u -= chance[i];
            if (u < 0) return i;
        }
        return chance.size() - 1;
    }

    std::size_t choose(const std::vector<double>& good, const std::vector<double>& bad) {
        std::size_t best = draw(good);
        for (std::size_t i = 1; i < candidates; ++i) {
            const std::size_t other = draw(good);
            if (good[other] / bad[other] > good[best] / bad[best]) best = other;
        }
        return best;
    }

    std::string filesystem(const std::vector<Configuration>& above,
                           const std::vector<Configuration>& below) {
        const auto& names = space_.filesystems();
        const auto of = [&](const std::vector<Configuration>& field) {
            std::vector<std::size_t> seen;
            for (const Configuration& c : field)
                seen.push_back(static_cast<std::size_t>(std::ranges::find(names, c.filesystem) -
                                                        names.begin()));
            return density(seen, names.size());
        };
        return names[choose(of(above), of(below))];
    }
};

}  // namespace

std::vector<std::string> peer_names() { return {"tpe", "tpe-mean", "halving", "random-best"}; }

std::unique_ptr<search::Strategy> make_peer(const std::string& name, const Space& space,
                                            const StrategySettings& settings) {
    if (name == "tpe") return std::make_unique<Tpe>(space, settings, Pick::best_observation);
    if (name == "tpe-mean") return std::make_unique<Tpe>(space, settings, Pick::best_mean);
    if (name == "halving") return std::make_unique<Halving>(space, settings);
    if (name == "random-best")
        return std::make_unique<RandomBest>(space, settings, Pick::best_observation);
    return nullptr;
}

}  // namespace fstune::bench
