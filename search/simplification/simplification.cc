#include "search/simplification/simplification.h"

#include <algorithm>
#include <cmath>

#include "search/verdict/decide.h"

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr std::int64_t blocks_of_one_check = 1'000'000;

Configuration default_like(const Space& space, const Configuration& configuration) {
    return space.default_of(configuration.filesystem);
}

}  // namespace

Simplification::Simplification(const Space& space, SimplificationSettings settings)
    : space_(&space),
      settings_(std::move(settings)),
      shares_table_(reduced(), settings_.direction, settings_.seed, settings_.first_block),
      candidate_(settings_.winner) {
    if (settings_.winner.values.size() > 1) return;
    stage_ = Stage::done;
    for (const auto& [name, value] : settings_.winner.values)
        shares_.push_back({.parameter = name, .gain = settings_.confirmed});
}

Configuration Simplification::without(const std::string& parameter) const {
    Configuration configuration = settings_.winner;
    configuration.values.erase(parameter);
    return space_->canonical(configuration);
}

std::vector<Configuration> Simplification::reduced() const {
    std::vector<Configuration> all = {settings_.winner};
    for (const auto& [name, value] : settings_.winner.values) all.push_back(without(name));
    return all;
}

// Half of what is left for the shares, the rest for the check.
std::size_t Simplification::goal_of_stage(std::int64_t left) const {
    const auto& table = stage_ == Stage::shares ? shares_table_ : *check_table_;
    const auto mine = stage_ == Stage::shares ? left / 2 : left;
    const auto in_block = static_cast<std::int64_t>(table.contestants().size());
    const auto blocks = static_cast<std::size_t>(std::max<std::int64_t>(0, mine / in_block));
    return std::clamp(blocks, settings_.least_blocks, settings_.most_blocks);
}

std::optional<Question> Simplification::ask(std::int64_t left) {
    while (stage_ != Stage::done) {
        auto& table = stage_ == Stage::shares ? shares_table_ : *check_table_;
        if (auto question = table.ask()) return question;
        if (goal_ == 0) goal_ = goal_of_stage(left);
        const bool affordable = left >= static_cast<std::int64_t>(table.contestants().size());
        const bool enough = table.blocks() >= settings_.least_blocks;
        if (table.blocks() >= goal_ || (enough && !affordable)) {
            next_stage();
            continue;
        }
        table.begin_block();
        return table.ask();
    }
    return std::nullopt;
}

void Simplification::tell(const knowledge::Trial& trial) {
    (stage_ == Stage::shares ? shares_table_ : *check_table_).tell(trial);
}

// A parameter is kept if putting it back proved a loss, or could not be done. The intervals hold
// for all of them together: of twenty, one would prove something by chance alone.
void Simplification::weigh() {
    shares_.clear();
    const double confidence =
        1 - (1 - settings_.confidence) / static_cast<double>(settings_.winner.values.size());
    for (const auto& [name, value] : settings_.winner.values) {
        const auto ratios = shares_table_.log_ratios(settings_.winner, without(name));
        ParameterShare share{.parameter = name, .gain = gain_of(ratios, confidence)};
        const bool failed = shares_table_.failures(without(name)) > 0 || ratios.empty();
        share.kept = failed || share.gain.low > 0 ||
                     (cautious_ && share.gain.estimate >= settings_.min_gain / 2);
        shares_.push_back(share);
    }
}

void Simplification::next_stage() {
    goal_ = 0;
    if (stage_ == Stage::check) {
        accepted_ = holds();
        if (accepted_ || cautious_) {
            stage_ = Stage::done;
            return;
        }
        cautious_ = true;
    }
    begin_check();
}

void Simplification::begin_check() {
    weigh();
    Configuration fewer = settings_.winner;
    for (const auto& share : shares_)
        if (!share.kept) fewer.values.erase(share.parameter);
    fewer = space_->canonical(fewer);
    const bool again = cautious_ && fewer == candidate_;
    candidate_ = fewer;
    if (fewer == settings_.winner || fewer.values.empty() || again) {
        if (fewer.values.empty() && !cautious_) {
            cautious_ = true;
            begin_check();
            return;
        }
        stage_ = Stage::done;
        return;
    }
    stage_ = Stage::check;
    check_table_.emplace(std::vector{settings_.winner, candidate_, settings_.best_default,
                                     default_like(*space_, candidate_)},
                         settings_.direction, settings_.seed,
                         settings_.first_block + (cautious_ ? 2 : 1) * blocks_of_one_check);
}

// Proven better than the defaults, and not seen to lose against the winner.
bool Simplification::holds() const {
    const auto& table = *check_table_;
    if (table.failures(candidate_) > 0 || table.is_unstable(candidate_, settings_.best_default))
        return false;
    const auto over =
        gain_of(table.log_ratios(candidate_, settings_.best_default), settings_.confidence);
    const auto loss = gain_of(table.log_ratios(candidate_, settings_.winner), settings_.confidence);
    return over.low > 0 && over.estimate >= settings_.min_gain && loss.high >= 0 &&
           loss.estimate > -settings_.min_gain;
}

Simplified Simplification::result() const {
    Simplified result{.recommended = settings_.winner, .shares = shares_};
    if (!accepted_) {
        for (auto& share : result.shares) share.kept = true;
        return result;
    }
    const auto& table = *check_table_;
    result.recommended = candidate_;
    result.value = sample_of(table.values(candidate_)).mean;
    result.over_best_default =
        gain_of(table.log_ratios(candidate_, settings_.best_default), settings_.confidence);
    result.over_own_default = gain_of(
        table.log_ratios(candidate_, default_like(*space_, candidate_)), settings_.confidence);
    return result;
}

}  // namespace fstune::search
