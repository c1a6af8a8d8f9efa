// What whole studies claim, against what is true. Prints one line a landscape and whether the
// limits of docs/statistics.md hold; exit code 1 where one does not.
//
//   build/release/verdict_bench            all, one core, under three minutes
//   build/release/verdict_bench --seeds 50 --strategy random
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>

#include "search/statistics/sample.h"
#include "tests/bench/verdict/landscapes.h"

namespace fstune::bench {
namespace {

struct Options {
    std::string surfaces = FSTUNE_SURFACES, strategy = "auto";
    int seeds = 100;
};

struct Tally {
    int runs = 0, claims = 0, false_claims = 0, covered = 0, right = 0, simplified = 0;
    std::vector<double> optimism;

    void add(const StudyOutcome& outcome, double wanted) {
        ++runs;
        if (!outcome.claims()) return;
        ++claims;
        simplified += outcome.simplified;
        false_claims += outcome.true_gain <= 0;
        covered +=
            outcome.claimed.low <= outcome.true_gain && outcome.true_gain <= outcome.claimed.high;
        right += outcome.true_gain >= wanted;
        optimism.push_back(outcome.claimed.estimate - outcome.true_gain);
    }
    double share(int count) const { return runs == 0 ? 0 : static_cast<double>(count) / runs; }
    double coverage() const { return claims == 0 ? 1 : static_cast<double>(covered) / claims; }
};

class Bench {
  public:
    explicit Bench(const Options& options) : options_(options) {}

    int run();

  private:
    using Make = std::function<Landscape(std::uint64_t seed)>;

    Tally tally(const std::string& name, std::int64_t budget, double wanted, const Make& make);
    void limit(const std::string& what, bool holds);
    void made_up();
    void recorded();

    Options options_;
    bool all_hold_ = true;
    int claims_ = 0, covered_ = 0;
    std::vector<double> optimism_;
};

Tally Bench::tally(const std::string& name, std::int64_t budget, double wanted, const Make& make) {
    Tally tally;
    for (int i = 0; i < options_.seeds; ++i) {
        const auto seed = static_cast<std::uint64_t>(i) + 1;
        tally.add(run_whole_study(make(seed), options_.strategy, budget, seed), wanted);
    }
    optimism_.insert(optimism_.end(), tally.optimism.begin(), tally.optimism.end());
    claims_ += tally.claims;
    covered_ += tally.covered;
    const double optimism = tally.claims == 0 ? 0 : search::median(tally.optimism);
    fmt::print("{:<34} {:>5} {:>7.1f} {:>7.1f} {:>7.1f} {:>9.2f} {:>9.1f} {:>10}\n", name, budget,
               100 * tally.share(tally.claims), 100 * tally.share(tally.false_claims),
               100 * tally.share(tally.right), 100 * optimism, 100 * tally.coverage(),
               tally.simplified);
    std::fflush(stdout);
    return tally;
}

void Bench::limit(const std::string& what, bool holds) {
    fmt::print("    {}: {}\n", holds ? "holds" : "DOES NOT HOLD", what);
    all_hold_ = all_hold_ && holds;
}

void Bench::made_up() {
    constexpr double noise = 0.03;
    for (const auto& [name, drift] :
         {std::pair{"none", Drift::none}, std::pair{"ramp", Drift::ramp},
          std::pair{"step", Drift::step}}) {
        for (const std::int64_t budget : {80, 160}) {
            const auto flat = tally(fmt::format("flat, drift {}", name), budget, 0, [&](auto seed) {
                return planted(0, noise, drift, budget, seed);
            });
            limit("a gain is claimed in at most 5 % of runs", flat.share(flat.claims) <= 0.05);
        }
        const auto five = tally(fmt::format("5 % planted, drift {}", name), 160, 0.05,
                                [&](auto seed) { return planted(0.05, noise, drift, 160, seed); });
        limit("found in at least 90 % of runs", five.share(five.right) >= 0.90);
    }
}

void Bench::recorded() {
    const auto surfaces = read_surfaces(options_.surfaces);
    if (!surfaces) {
        limit(surfaces.error().message, false);
        return;
    }
    for (const auto& surface : *surfaces) {
        const bool published = surface.name.find("atc18") != std::string::npos;
        const auto result = tally(surface.name, 80, 0.02, [&](auto seed) {
            return replayed(surface, {.seed = seed, .noise = published ? 0.03 : 0, .budget = 80});
        });
        if (surface.name.find("ext4-workload4") != std::string::npos)
            limit("no gain in at least 95 % of runs", result.share(result.claims) <= 0.05);
    }
}

int Bench::run() {
    fmt::print("{:<34} {:>5} {:>7} {:>7} {:>7} {:>9} {:>9} {:>10}\n", "landscape", "trials",
               "claim%", "false%", "found%", "optimism%", "cover%", "simplified");
    made_up();
    recorded();
    limit("median optimism of all claims at most 1 %",
          optimism_.empty() || std::abs(search::median(optimism_)) <= 0.01);
    limit("intervals cover in at least 93 % of claims", claims_ == 0 || covered_ >= 0.93 * claims_);
    return all_hold_ ? 0 : 1;
}

}  // namespace
}  // namespace fstune::bench

int main(int argc, char** argv) {
    fstune::bench::Options options;
    CLI::App app("Judges what whole studies claim");
    app.add_option("--surfaces", options.surfaces, "Folder of recorded surfaces");
    app.add_option("--strategy", options.strategy)->capture_default_str();
    app.add_option("--seeds", options.seeds)->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    return fstune::bench::Bench(options).run();
}
