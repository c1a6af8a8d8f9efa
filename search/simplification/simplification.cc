#include "search/simplification/simplification.h"

#include <algorithm>
#include <limits>

#include "search/simplification/support.h"
#include "search/verdict/decide.h"

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr std::int64_t blocks_of_one_check = 1'000'000;
constexpr std::int64_t of_a_check = 4;  // contestants at most
constexpr double checks_at_most = 8;    // six of groups, each half of the one before; two of shares

}  // namespace

Simplification::Simplification(const Space& space, SimplificationSettings settings)
    : space_(&space), settings_(std::move(settings)), base_(settings_.winner) {
    const auto& values = settings_.winner.values;
    if (values.size() == 1) gains_[values.begin()->first] = settings_.confirmed;
    if (values.size() < 2) return;
    begin_group(std::numeric_limits<std::int64_t>::max());
}

Configuration Simplification::without(const std::vector<std::string>& parameters) const {
    Configuration configuration = base_;
    for (const auto& parameter : parameters) configuration.values.erase(parameter);
    return space_->canonical(configuration);
}

BlockTable& Simplification::table() {
    return stage_ == Stage::shares ? *shares_table_ : check_->table();
}

// Two thirds of what is left for the group, or all where one change alone remains; then half for
// the shares, the rest for the check.
std::size_t Simplification::goal_of_stage(std::int64_t left) {
    const bool last = stage_ == Stage::group && check_->candidate().values.size() < 2;
    const auto mine = last                      ? left
                      : stage_ == Stage::group  ? left * 2 / 3
                      : stage_ == Stage::shares ? left / 2
                                                : left;
    const auto in_block = static_cast<std::int64_t>(table().contestants().size());
    const auto blocks = static_cast<std::size_t>(std::max<std::int64_t>(0, mine / in_block));
    return std::clamp(blocks, settings_.least_blocks, settings_.most_blocks);
}

std::optional<Question> Simplification::ask(std::int64_t left) {
    while (stage_ != Stage::done) {
        if (auto question = table().ask()) return question;
        if (goal_ == 0) goal_ = goal_of_stage(left);
        const bool affordable = left >= static_cast<std::int64_t>(table().contestants().size());
        const bool enough = table().blocks() >= settings_.least_blocks;
        if (table().blocks() >= goal_ || (enough && (!affordable || group_is_decided()))) {
            next_stage(left);
            continue;
        }
        table().begin_block();
    }
    return std::nullopt;
}

void Simplification::tell(const knowledge::Trial& trial) { table().tell(trial); }

void Simplification::next_stage(std::int64_t left) {
    goal_ = 0;
    if (stage_ == Stage::group) {
        after_group(left);
    } else if (stage_ == Stage::shares) {
        begin_check();
    } else if (check_->holds()) {
        accept();
        stage_ = Stage::done;
    } else if (cautious_) {
        stage_ = Stage::done;
    } else {
        cautious_ = true;
        begin_check();
    }
}

void Simplification::begin(Stage stage, const Configuration& candidate) {
    stage_ = stage;
    ++checks_;
    check_.emplace(
        CheckSettings{.winner = settings_.winner,
                      .candidate = candidate,
                      .best_default = settings_.best_default,
                      .own_default = space_->default_of(candidate.filesystem),
                      .direction = settings_.direction,
                      .confidence = 1 - (1 - settings_.confidence) / checks_at_most,
                      .min_gain = settings_.min_gain,
                      .seed = settings_.seed,
                      .first_block = settings_.first_block + checks_ * blocks_of_one_check});
}

void Simplification::accept() {
    accepted_ = check_;
    base_ = check_->candidate();
    if (base_.values.size() == 1) gains_[base_.values.begin()->first] = check_->over_own_default();
}

// Of a check that may be the last, more blocks are worth their time: its gain is what is reported.
bool Simplification::group_is_decided() const {
    return stage_ == Stage::group && check_->candidate().values.size() > 1 && check_->precise();
}

// Of what is left, where the budget holds the fewest blocks of the check.
void Simplification::begin_group(std::int64_t left) {
    std::map<std::string, double> support;
    for (const auto& [name, worth] : settings_.support)
        if (base_.values.contains(name)) support[name] = worth;
    group_ = unsupported(support);
    group_again_ = false;
    begin_group_check(left);
}

void Simplification::begin_group_check(std::int64_t left) {
    if (group_.empty() || left < of_a_check * static_cast<std::int64_t>(settings_.least_blocks))
        return begin_shares(left);
    begin(Stage::group, without(group_));
}

// The group stands with the least supported last; where all of it is too much, that half goes.
void Simplification::after_group(std::int64_t left) {
    if (check_->holds()) {
        accept();
        return begin_group(left);
    }
    if (group_again_ || group_.size() < 2) return begin_shares(left);
    group_again_ = true;
    group_.erase(group_.begin(), group_.begin() + std::ssize(group_) / 2);
    begin_group_check(left);
}

// Where the budget holds the fewest blocks of them and of the check after them.
void Simplification::begin_shares(std::int64_t left) {
    stage_ = Stage::done;
    const auto changes = std::ssize(base_.values);
    const auto in_blocks = changes + 1 + of_a_check;
    if (changes < 2 || left < in_blocks * static_cast<std::int64_t>(settings_.least_blocks)) return;
    std::vector<Configuration> all = {base_};
    for (const auto& [name, value] : base_.values) all.push_back(without({name}));
    shares_table_.emplace(all, settings_.direction, settings_.seed, settings_.first_block);
    stage_ = Stage::shares;
}

// A parameter is kept if putting it back proved a loss, or could not be done. The intervals hold
// for all of them together: of twenty, one would prove something by chance alone.
void Simplification::weigh() {
    droppable_.clear();
    const double confidence =
        1 - (1 - settings_.confidence) / static_cast<double>(base_.values.size());
    for (const auto& [name, value] : base_.values) {
        const auto ratios = shares_table_->log_ratios(base_, without({name}));
        if (shares_table_->failures(without({name})) > 0 || ratios.empty()) continue;
        const auto gain = gains_[name] = gain_of(ratios, confidence);
        const bool matters = gain.low > 0 || (cautious_ && gain.estimate >= settings_.min_gain / 2);
        if (!matters) droppable_.push_back(name);
    }
}

void Simplification::begin_check() {
    weigh();
    auto fewer = without(droppable_);
    if (fewer.values.empty() && !cautious_) {
        cautious_ = true;
        weigh();
        fewer = without(droppable_);
    }
    const bool again = cautious_ && stage_ == Stage::check && fewer == check_->candidate();
    if (fewer == base_ || fewer.values.empty() || again)
        stage_ = Stage::done;
    else
        begin(Stage::check, fewer);
}

Simplified Simplification::result() const {
    Simplified result{.recommended = base_, .shares = {}};
    for (const auto& [name, value] : settings_.winner.values) {
        const auto measured = gains_.find(name);
        result.shares.push_back({.parameter = name, .kept = base_.values.contains(name)});
        if (measured != gains_.end()) result.shares.back().gain = measured->second;
    }
    if (!accepted_) return result;
    result.value = accepted_->value();
    result.over_best_default = accepted_->over_best_default();
    result.over_own_default = accepted_->over_own_default();
    return result;
}

}  // namespace fstune::search
