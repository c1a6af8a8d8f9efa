#include "tests/bench/search/peers.h"

#include <algorithm>
#include <map>

#include "tests/bench/search/external_peer.h"

namespace fstune::bench {
namespace {

using knowledge::Configuration;
using search::Proposal;
using search::Space;
using search::StrategySettings;

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

// Another project's optimiser: its interpreter and script, and the Debian package it comes in.
struct External {
    std::string interpreter, script, package;
    Pick pick;
    std::vector<std::string> argv() const { return {interpreter, FSTUNE_PEERS "/" + script}; }
};

const std::map<std::string, External>& externals() {
    // Debian's own interpreters: others do not see Debian's packages.
    static const std::map<std::string, External> all{
        {"optuna",
         {"/usr/bin/python3", "optuna_peer.py", "python3-optuna", Pick::best_observation}},
        {"optuna-mean", {"/usr/bin/python3", "optuna_peer.py", "python3-optuna", Pick::best_mean}},
        {"irace", {"/usr/bin/Rscript", "irace_peer.R", "r-cran-irace", Pick::best_mean}}};
    return all;
}

}  // namespace

std::vector<std::string> peer_names() {
    return {"optuna", "optuna-mean", "irace", "halving", "random-best"};
}

std::optional<std::string> why_not(const std::string& peer) {
    const auto external = externals().find(peer);
    if (external == externals().end()) return std::nullopt;
    const auto why = unavailable(external->second.argv());
    if (!why) return std::nullopt;
    return "apt-get install " + external->second.package + " (" + *why + ")";
}

bool any_time(const std::string& peer) { return peer.starts_with("optuna"); }

std::unique_ptr<search::Strategy> make_peer(const std::string& name, const Space& space,
                                            const StrategySettings& settings) {
    if (const auto external = externals().find(name); external != externals().end())
        return std::make_unique<ExternalPeer>(external->second.argv(), space, settings,
                                              external->second.pick);
    if (name == "halving") return std::make_unique<Halving>(space, settings);
    if (name == "random-best")
        return std::make_unique<RandomBest>(space, settings, Pick::best_observation);
    return nullptr;
}

}  // namespace fstune::bench
