#include "tests/bench/verdict/landscapes.h"

#include <cmath>
#include <memory>
#include <random>

namespace fstune::bench {

namespace {

constexpr int parameters = 8;
constexpr double drift_size = 0.10;  // from - to +

search::Space space_of_eight() {
    std::vector<knowledge::Parameter> all;
    for (int i = 0; i < parameters; ++i) {
        knowledge::Parameter one;
        one.field = std::string("p") + static_cast<char>('0' + i);
        one.name = "ext4." + one.field;
        one.filesystem = "ext4";
        one.domain = knowledge::LevelsDomain{{1, 2, 3, 4}};
        one.default_value = std::int64_t{2};
        all.push_back(one);
    }
    return search::Space({"ext4"}, all);
}

double drifted(Drift drift, std::int64_t made, std::int64_t budget) {
    const double done = static_cast<double>(made) / static_cast<double>(budget);
    if (drift == Drift::ramp) return 1 + drift_size * (2 * done - 1);
    if (drift == Drift::step) return done < 0.5 ? 1 - drift_size : 1 + drift_size;
    return 1;
}

}  // namespace

Landscape planted(double share, double noise, Drift drift, std::int64_t budget,
                  std::uint64_t seed) {
    Landscape landscape;
    landscape.space = space_of_eight();
    landscape.truth = [share](const knowledge::Configuration& c) {
        const auto found = c.values.find("ext4.p3");
        const bool good =
            found != c.values.end() && found->second == knowledge::Value(std::int64_t{4});
        return good ? 1000 * (1 + share) : 1000.0;
    };
    auto random = std::make_shared<std::mt19937_64>(seed);
    auto made = std::make_shared<std::int64_t>(0);
    const auto truth = landscape.truth;
    landscape.run = [=](const search::Question& question) {
        std::normal_distribution<double> normal(0, noise);
        knowledge::Trial trial;
        trial.id = ++*made;
        trial.configuration = question.proposal.configuration;
        knowledge::Measurement measured;
        measured.value = truth(trial.configuration) * drifted(drift, *made, budget) *
                         std::max(0.05, 1 + normal(*random));
        trial.outcome = measured;
        return trial;
    };
    return landscape;
}

Landscape replayed(const Surface& surface, const Conditions& conditions) {
    Landscape landscape;
    landscape.space = surface.space;
    landscape.direction = surface.direction;
    auto replay = std::make_shared<Replay>(surface, conditions);
    landscape.run = [replay](const search::Question& q) { return replay->run(q.proposal); };
    landscape.truth = [replay, &surface](const knowledge::Configuration& c) {
        return surface.cells[replay->cell_of(c)].truth();
    };
    return landscape;
}

}  // namespace fstune::bench
