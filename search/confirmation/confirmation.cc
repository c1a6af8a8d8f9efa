#include "search/confirmation/confirmation.h"

#include <algorithm>
#include <cmath>

#include "search/confirmation/alpha.h"
#include "search/verdict/decide.h"

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr std::size_t least_for_two_looks = 8;
// A gain of 5 % at 3 % noise takes about as many (tests/bench/verdict).
constexpr std::int64_t blocks_wanted = 16;
// Dropping costs no false claim, only, rarely, a true one.
constexpr double drop_confidence = 0.90;

std::vector<Configuration> together(std::vector<Configuration> a,
                                    const std::vector<Configuration>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

ConfirmationSettings without_controls(ConfirmationSettings settings) {
    std::erase_if(settings.finalists, [&settings](const Configuration& finalist) {
        return std::ranges::find(settings.controls, finalist) != settings.controls.end();
    });
    return settings;
}

}  // namespace

Confirmation::Confirmation(ConfirmationSettings settings)
    : settings_(without_controls(std::move(settings))),
      table_(together(settings_.finalists, settings_.controls), settings_.direction, settings_.seed,
             settings_.first_block) {
    over_ = settings_.finalists.empty() || settings_.controls.empty();
}

std::optional<Question> Confirmation::ask(std::int64_t left) {
    if (auto question = table_.ask()) return question;
    if (planned_ == 0) {
        leave_out_what_is_too_many(left);
        plan(left);
    }
    if (!looked_ && half_way_ != 0 && table_.counted_blocks() >= half_way_) {
        look();
        if (!over_) plan(left);
    }
    const bool affordable = left >= static_cast<std::int64_t>(table_.contestants().size());
    const bool enough = table_.blocks() >= settings_.least_blocks;
    over_ = over_ || table_.counted_blocks() >= planned_ || (enough && !affordable);
    if (over_) return std::nullopt;
    table_.begin_block();
    return table_.ask();
}

// Few finalists in many blocks rather than many in few: what cannot be told apart proves nothing.
void Confirmation::leave_out_what_is_too_many(std::int64_t left) {
    while (settings_.finalists.size() > 1 &&
           left / static_cast<std::int64_t>(table_.contestants().size()) < blocks_wanted) {
        table_.drop(settings_.finalists.back());
        settings_.finalists.pop_back();
    }
}

void Confirmation::plan(std::int64_t left) {
    const auto in_block = static_cast<std::int64_t>(table_.contestants().size());
    const auto affordable =
        static_cast<std::size_t>(in_block == 0 ? 0 : std::max<std::int64_t>(0, left / in_block));
    planned_ = std::clamp(table_.counted_blocks() + affordable, settings_.least_blocks,
                          settings_.most_blocks);
    if (!looked_) half_way_ = planned_ >= least_for_two_looks ? planned_ / 2 : 0;
}

std::vector<Configuration> Confirmation::running() const {
    std::vector<Configuration> all;
    for (const auto& finalist : settings_.finalists)
        if (std::ranges::find(table_.contestants(), finalist) != table_.contestants().end())
            all.push_back(finalist);
    return all;
}

double Confirmation::alpha() const {
    const double whole = 1 - settings_.confidence;
    if (!looked_) return whole;
    const double early = spent_alpha(whole, 0.5);
    return table_.counted_blocks() <= half_way_ ? early : whole - early;
}

// To the smallest gain, or to a tenth of itself: what more blocks would add is worth less than
// finding out what of it matters.
bool Confirmation::is_known(const Gain& gain) const {
    constexpr double of_itself = 0.1;
    return gain.estimate - gain.low <= std::max(settings_.min_gain, of_itself * gain.estimate);
}

// Drops what failed, what is unstable, what can no longer reach the smallest gain worth having, and
// what is behind another finalist. Ends where one is left that is proven and known well enough.
void Confirmation::look() {
    looked_ = true;
    const auto so_far = verdict();
    const auto running_now = running();
    for (const auto& result : so_far.finalists) {
        bool out = result.standing == Standing::failed || result.standing == Standing::unstable;
        const auto against = table_.log_ratios(result.configuration, so_far.best_default);
        out = out || gain_of(against, drop_confidence).high < settings_.min_gain;
        for (const auto& other : running_now)
            out = out ||
                  gain_of(table_.log_ratios(result.configuration, other), drop_confidence).high < 0;
        if (out) table_.drop(result.configuration);
    }
    const auto left = running();
    const bool one = so_far.decision == Decision::recommend && left.size() == 1 &&
                     left.front() == so_far.recommended;
    over_ = left.empty() || (one && is_known(*so_far.over_best_default));
}

Verdict Confirmation::verdict(const std::vector<Configuration>& barred) const {
    return decide(table_, settings_.finalists, settings_.controls,
                  {.alpha = alpha(),
                   .min_gain = settings_.min_gain,
                   .confidence = settings_.confidence,
                   .barred = barred});
}

}  // namespace fstune::search
