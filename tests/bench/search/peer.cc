#include "tests/bench/search/peer.h"

#include <algorithm>
#include <numeric>

namespace fstune::bench {

using knowledge::Configuration;

double Peer::sign() const { return settings_.direction == search::Direction::maximize ? 1 : -1; }

void Peer::tell(const knowledge::Trial& trial) {
    const auto* m = trial.measurement();
    if (m != nullptr) scores_[trial.configuration].push_back(sign() * m->value);
}

std::vector<Configuration> Peer::best(std::size_t count) const {
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

double Peer::summary(const std::vector<double>& scores) const {
    if (pick_ == Pick::best_observation) return *std::ranges::max_element(scores);
    return std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(scores.size());
}

}  // namespace fstune::bench
