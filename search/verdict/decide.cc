#include "search/verdict/decide.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr double undecidable = 0.25;  // a study that could not see this has decided nothing

MeanTest test_of(const std::vector<double>& log_ratios, double confidence) {
    return one_sample(sample_of(log_ratios), confidence);
}

// Twice the one-sided chance of no more than `margin`, so that p under alpha means that the
// interval lies above it.
double p_of_gain(std::vector<double> log_ratios, double margin, double confidence) {
    for (double& ratio : log_ratios) ratio -= std::log1p(margin);
    const auto test = test_of(log_ratios, confidence);
    return test.difference > 0 ? test.p : std::min(1.0, 2 - test.p);
}

const Configuration* own_default(const Configuration& finalist,
                                 const std::vector<Configuration>& controls) {
    const auto found = std::ranges::find(controls, finalist.filesystem, &Configuration::filesystem);
    return found == controls.end() ? nullptr : &*found;
}

bool is_unstable(const FinalistResult& result) { return result.standing == Standing::unstable; }

class Deciding {
  public:
    Deciding(const BlockTable& table, const std::vector<Configuration>& controls,
             const VerdictRules& rules)
        : table_(table), controls_(controls), rules_(rules) {}

    Verdict decide(const std::vector<Configuration>& finalists);

  private:
    FinalistResult weigh(const Configuration& finalist) const;
    void adjust();
    // What the interval has to lie above. A gain of nothing at all is easily told from a gain worth
    // having; one of nearly that much is not, and claiming it would be wrong as often as right.
    double margin() const { return rules_.min_gain / 2; }
    bool is_better(const FinalistResult& result) const;
    bool are_tied(const Configuration& one, const Configuration& other) const;
    FinalistResult* winner();
    void choose();
    void list_ties();
    void see_smallest();
    void give_reason();

    const BlockTable& table_;
    const std::vector<Configuration>& controls_;
    VerdictRules rules_;
    Verdict verdict_;
};

Verdict Deciding::decide(const std::vector<Configuration>& finalists) {
    verdict_.blocks = table_.counted_blocks();
    verdict_.stepped_blocks = table_.stepped_blocks();
    verdict_.best_default = best_of(table_, controls_);
    for (const auto& finalist : finalists) verdict_.finalists.push_back(weigh(finalist));
    adjust();
    see_smallest();
    choose();
    list_ties();
    give_reason();
    return std::move(verdict_);
}

FinalistResult Deciding::weigh(const Configuration& finalist) const {
    FinalistResult result{.configuration = finalist};
    const auto values = table_.values(finalist);
    result.blocks = table_.log_ratios(finalist, verdict_.best_default).size();
    result.value = sample_of(values).mean;
    result.range = relative_range(values);
    if (std::ranges::find(rules_.barred, finalist) != rules_.barred.end()) {
        result.standing = Standing::barred;
    } else if (table_.failures(finalist) > 0 || values.empty()) {
        result.standing = Standing::failed;
    } else if (table_.is_unstable(finalist, verdict_.best_default)) {
        result.standing = Standing::unstable;
    } else {
        result.p = 0;
        for (const auto& control : controls_) {
            if (table_.values(control).empty()) continue;
            result.p = std::max(result.p, p_of_gain(table_.log_ratios(finalist, control), margin(),
                                                    rules_.confidence));
        }
    }
    return result;
}

// Each interval at the level that its place in Holm's order was tested at.
void Deciding::adjust() {
    std::vector<double> p;
    for (const auto& result : verdict_.finalists) p.push_back(result.p);
    const auto adjusted = holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
        auto& result = verdict_.finalists[i];
        result.p_adjusted = adjusted[i];
        const auto before = std::ranges::count_if(p, [&](double other) { return other < p[i]; });
        const auto left = static_cast<double>(p.size()) - static_cast<double>(before);
        const double confidence = 1 - rules_.alpha / left;
        result.over_best_default =
            gain_of(table_.log_ratios(result.configuration, verdict_.best_default), confidence);
        if (const auto* own = own_default(result.configuration, controls_))
            result.over_own_default =
                gain_of(table_.log_ratios(result.configuration, *own), confidence);
    }
}

void Deciding::see_smallest() {
    double smallest = std::numeric_limits<double>::infinity();
    const auto count = static_cast<double>(verdict_.finalists.size());
    for (const auto& result : verdict_.finalists) {
        const auto test = test_of(table_.log_ratios(result.configuration, verdict_.best_default),
                                  rules_.confidence);
        const double above =
            smallest_visible(test.error, test.degrees, rules_.alpha / count) + std::log1p(margin());
        smallest = std::min(smallest, std::expm1(above));
    }
    verdict_.smallest_visible_gain = std::max(smallest, rules_.min_gain);
}

bool Deciding::is_better(const FinalistResult& result) const {
    return result.standing == Standing::not_better && result.p_adjusted <= rules_.alpha &&
           result.over_best_default.low > margin() &&
           result.over_best_default.estimate >= rules_.min_gain;
}

bool Deciding::are_tied(const Configuration& one, const Configuration& other) const {
    const auto test = test_of(table_.log_ratios(one, other), rules_.confidence);
    return test.interval.holds(0);
}

// Of those that cannot be told from the best, the simplest, and of these the one that the search
// ranked first: the highest figure among equals is only the luckiest, and would claim too much.
FinalistResult* Deciding::winner() {
    const auto estimate = [](const FinalistResult* result) {
        return result->over_best_default.estimate;
    };
    std::vector<FinalistResult*> better;
    for (auto& result : verdict_.finalists) {
        if (!is_better(result)) continue;
        result.standing = Standing::better;
        better.push_back(&result);
    }
    if (better.empty()) return nullptr;
    const auto* highest = *std::ranges::max_element(better, {}, estimate);
    std::erase_if(better, [&](const FinalistResult* result) {
        return result != highest && !are_tied(result->configuration, highest->configuration);
    });
    return *std::ranges::min_element(better, {}, [](const FinalistResult* result) {
        return result->configuration.values.size();
    });
}

void Deciding::choose() {
    auto* best = winner();
    verdict_.recommended = best == nullptr ? verdict_.best_default : best->configuration;
    verdict_.value = sample_of(table_.values(verdict_.recommended)).mean;
    if (best == nullptr) return;
    best->standing = Standing::recommended;
    verdict_.decision = Decision::recommend;
    verdict_.over_best_default = best->over_best_default;
    if (own_default(best->configuration, controls_) != nullptr)
        verdict_.over_own_default = best->over_own_default;
}

void Deciding::list_ties() {
    if (verdict_.decision != Decision::recommend) return;
    for (auto& result : verdict_.finalists) {
        if (result.standing != Standing::better && result.standing != Standing::not_better)
            continue;
        if (!are_tied(result.configuration, verdict_.recommended)) continue;
        result.standing = Standing::tied;
        verdict_.ties.push_back(result.configuration);
    }
}

void Deciding::give_reason() {
    if (verdict_.decision == Decision::recommend) {
        verdict_.reason = fmt::format("better than the defaults in {} blocks of fresh filesystems",
                                      verdict_.blocks);
        return;
    }
    const auto& control = verdict_.best_default;
    if (verdict_.finalists.empty()) {
        verdict_.reason = "the search found nothing that looked better than the defaults";
    } else if (control.filesystem.empty()) {
        verdict_.decision = Decision::too_noisy;
        verdict_.reason = "the defaults could not be measured while confirming";
    } else if (verdict_.smallest_visible_gain > undecidable) {
        verdict_.decision = Decision::too_noisy;
        verdict_.reason = std::ranges::all_of(verdict_.finalists, is_unstable)
                              ? "what looked better varies by 30 % or more from trial to trial: "
                                "find out what else uses the machine, or give a larger --budget"
                              : "too few or too noisy trials to decide: give a larger --budget or "
                                "a quieter machine";
    } else {
        verdict_.reason = fmt::format(
            "no finalist was better than the defaults; a gain of {:.1f} % "
            "or more would have been seen",
            100 * verdict_.smallest_visible_gain);
    }
}

}  // namespace

Gain gain_of(const std::vector<double>& log_ratios, double confidence) {
    const auto test = test_of(log_ratios, confidence);
    return {std::expm1(test.difference), std::expm1(test.interval.low),
            std::expm1(test.interval.high)};
}

Configuration best_of(const BlockTable& table, const std::vector<Configuration>& controls) {
    Configuration best;
    for (const auto& control : controls) {
        if (table.values(control).empty()) continue;
        const bool better =
            best.filesystem.empty() || sample_of(table.log_ratios(control, best)).mean > 0;
        if (better) best = control;
    }
    return best;
}

Verdict decide(const BlockTable& table, const std::vector<Configuration>& finalists,
               const std::vector<Configuration>& controls, const VerdictRules& rules) {
    return Deciding(table, controls, rules).decide(finalists);
}

}  // namespace fstune::search
