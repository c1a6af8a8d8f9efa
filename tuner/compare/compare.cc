#include "tuner/compare/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "tuner/compare/pairs.h"
#include "tuner/compare/single_values.h"

namespace fstune::tuner {

using knowledge::Series;
using search::Difference;

namespace {

class Comparing {
  public:
    explicit Comparing(const CompareOptions& options) : options_(options) {
        report_.confidence = options.confidence;
    }

    Result<CompareReport> compare(const std::vector<Series>& series);

  private:
    void add(const SeriesPair& pair, const std::string& label, const search::Sides& sides);
    void warn(const SeriesPair& pair, Comparison& comparison) const;
    void adjust();
    void conclude();
    void warn_of_unpaired(const std::vector<Series>& series);
    bool is_trade_off() const;

    const CompareOptions& options_;
    // By comparison: that the order of the runs explains a difference as well.
    std::vector<bool> confounded_, drifting_;
    CompareReport report_;
};

Result<CompareReport> Comparing::compare(const std::vector<Series>& series) {
    const auto variants = variants_of(series);
    if (variants.size() < 2)
        return fail(ErrorCode::usage, "there is only one variant; give another to compare it with");
    const auto baseline = baseline_of(variants, options_.baseline);
    if (!baseline) return tl::unexpected(baseline.error());
    const auto pairs = pairs_of(series, *baseline);
    if (pairs.empty())
        return fail(ErrorCode::usage,
                    fmt::format("'{}' has no phase in common with the others", *baseline));
    for (const auto& pair : pairs) add(pair, knowledge::label_of(*pair.a), sides_of(pair));
    for (const auto& group : over_conditions(pairs)) add(group.first, group.label, group.sides);
    warn_of_unpaired(series);
    adjust();
    report_.growth = growth_of(series);
    report_.stretches = stretches_of(pairs);
    report_.places = places_of(series, options_.direction);
    report_.first_everywhere = first_everywhere(report_.places);
    conclude();
    return std::move(report_);
}

void Comparing::add(const SeriesPair& pair, const std::string& label, const search::Sides& sides) {
    Comparison comparison{.phase = label,
                          .baseline = pair.a->variant,
                          .variant = pair.b->variant,
                          .metric = pair.b->metric};
    const bool over = label != knowledge::label_of(*pair.a);
    comparison.direction = direction_of(*pair.b, options_.direction);
    comparison.sides = search::compare_sides(sides, over ? search::Method::paired : options_.method,
                                             options_.confidence);
    comparison.p =
        comparison.sides.main ? comparison.sides.main->p : std::numeric_limits<double>::quiet_NaN();
    confounded_.push_back(!over && is_confounded(pair));
    drifting_.push_back(!over && drifts(pair));
    if (!over) warn(pair, comparison);
    report_.comparisons.push_back(std::move(comparison));
}

void Comparing::warn(const SeriesPair& pair, Comparison& comparison) const {
    const auto& sides = comparison.sides;
    if (!sides.main)
        comparison.warnings.push_back(
            sides.method == search::Method::paired
                ? fmt::format("{} blocks hold both sides: nothing is significant for fewer than {}",
                              sides.pairs, search::least_values)
                : fmt::format("{} and {} values: nothing is significant for fewer than {} a side; "
                              "measure again, 5 or more a side, in turns",
                              sides.a.n, sides.b.n, search::least_values));
    if (is_confounded(pair))
        comparison.warnings.push_back(
            "all of one side was measured before all of the other: a drift of the machine would "
            "look the same; measure in turns (A B A B), with a control that cannot change");
    else if (drifts(pair))
        comparison.warnings.push_back(
            "the values drift in the order of the file, and the sides are not measured in turns: "
            "measure in turns (A B A B), or give a column 'block' or 'order'");
    if (!sides.percent)
        comparison.warnings.push_back("the baseline is not positive: no difference in percent");
}

void Comparing::warn_of_unpaired(const std::vector<Series>& series) {
    std::set<std::pair<std::string, std::string>> compared;
    for (const auto& one : report_.comparisons) {
        compared.insert({one.phase, one.variant});
        compared.insert({one.phase, one.baseline});
    }
    for (const auto& one : series)
        if (!compared.contains({knowledge::label_of(one), one.variant}))
            report_.warnings.push_back(fmt::format("'{}' of '{}' has nothing to be compared with",
                                                   one.variant, knowledge::label_of(one)));
}

void Comparing::adjust() {
    std::vector<double> p;
    for (const auto& one : report_.comparisons) p.push_back(one.p);
    const auto adjusted = search::holm(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
        auto& one = report_.comparisons[i];
        one.p_adjusted = adjusted[i];
        one.verdict = search::judge(one.sides, adjusted[i], 1 - options_.confidence, one.direction);
        const bool claimed = one.verdict == Difference::better || one.verdict == Difference::worse;
        if (confounded_[i] || (drifting_[i] && claimed)) one.verdict = Difference::inconclusive;
    }
}

// Single values prove nothing, but where large ones point both ways no single figure may hide it.
bool Comparing::is_trade_off() const {
    bool gains = false, losses = false;
    for (const auto& one : report_.comparisons) {
        if (one.verdict == Difference::no_difference || !one.sides.percent) continue;
        const bool single = !one.sides.main;
        if (single && std::abs(*one.sides.percent) < 100 * single_run_noise) continue;
        const bool up = *one.sides.percent > 0;
        (up == (one.direction == search::Direction::maximize) ? gains : losses) = true;
    }
    return gains && losses;
}

void Comparing::conclude() {
    const auto count = [this](Difference wanted) {
        return std::ranges::count(report_.comparisons, wanted, &Comparison::verdict);
    };
    std::set<std::string> variants;
    for (const auto& one : report_.comparisons) variants.insert(one.variant);
    const bool better = count(Difference::better) > 0, worse = count(Difference::worse) > 0;
    const bool open = count(Difference::inconclusive) > 0;
    if (better && worse)
        report_.verdict = variants.size() > 1 ? "differs" : "trade-off";
    else if (better || worse)
        report_.verdict = better ? "better" : "worse";
    else
        report_.verdict = open ? "inconclusive" : "no-difference";
    if (variants.size() == 1 && is_trade_off())
        report_.warnings.push_back(
            "a trade-off, not a win: some figures are better and others worse; choose by the goal");
}

}  // namespace

Result<CompareReport> compare(const std::vector<Series>& series, const CompareOptions& options) {
    return Comparing(options).compare(series);
}

std::string to_text(Difference difference) {
    switch (difference) {
        case Difference::better:
            return "better";
        case Difference::worse:
            return "worse";
        case Difference::no_difference:
            return "no-difference";
        case Difference::inconclusive:
            return "inconclusive";
    }
    return "";
}

std::string to_text(search::Method method) {
    switch (method) {
        case search::Method::automatic:
            return "auto";
        case search::Method::student:
            return "student";
        case search::Method::welch:
            return "welch";
        case search::Method::paired:
            return "paired";
    }
    return "";
}

}  // namespace fstune::tuner
