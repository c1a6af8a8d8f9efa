#include "search/blocks/block_table.h"

#include <algorithm>
#include <cmath>

#include "search/statistics/sample.h"

namespace fstune::search {

using knowledge::Configuration;

namespace {

constexpr double unstable_range = 0.30;

std::vector<double> exponentials(std::vector<double> values) {
    for (double& value : values) value = std::exp(value);
    return values;
}

}  // namespace

BlockTable::BlockTable(std::vector<Configuration> contestants, Direction direction,
                       std::uint64_t seed, std::int64_t first_block)
    : contestants_(std::move(contestants)),
      direction_(direction),
      random_(seed + static_cast<std::uint64_t>(first_block)),
      block_(first_block) {
    std::ranges::sort(contestants_);
    contestants_.erase(std::unique(contestants_.begin(), contestants_.end()), contestants_.end());
}

std::optional<Question> BlockTable::ask() {
    if (waiting_.empty()) return std::nullopt;
    return Question{.proposal = {.configuration = waiting_.back(), .block = block_},
                    .block = block_};
}

// Not std::shuffle: its order for a seed differs between standard libraries.
void BlockTable::begin_block() {
    waiting_ = contestants_;
    for (std::size_t i = waiting_.size(); i > 1; --i)
        std::swap(waiting_[i - 1], waiting_[random_() % i]);
    open_.emplace();
}

void BlockTable::tell(const knowledge::Trial& trial) {
    if (waiting_.empty()) return;
    waiting_.pop_back();
    const auto* measured = trial.measurement();
    if (measured != nullptr && std::isfinite(measured->value) && measured->value > 0) {
        open_->emplace(trial.configuration, measured->value);
        const auto name = names_.try_emplace(trial.configuration, names_.size()).first->second;
        timed_.push_back({blocks_.size(), name, std::log(measured->value)});
    } else {
        ++failures_[trial.configuration];
    }
    if (!waiting_.empty()) return;
    blocks_.push_back(std::move(*open_));
    open_.reset();
    ++block_;
    find_steps();
}

void BlockTable::find_steps() {
    const auto found = search::stepped_blocks(timed_);
    stepped_ = {found.begin(), found.end()};
}

void BlockTable::drop(const Configuration& contestant) { std::erase(contestants_, contestant); }

int BlockTable::failures(const Configuration& contestant) const {
    const auto found = failures_.find(contestant);
    return found == failures_.end() ? 0 : found->second;
}

std::vector<double> BlockTable::values(const Configuration& contestant) const {
    std::vector<double> all;
    for (const Block& block : blocks_)
        if (const auto found = block.find(contestant); found != block.end())
            all.push_back(found->second);
    return all;
}

std::vector<double> BlockTable::log_ratios(const Configuration& contestant,
                                           const Configuration& to) const {
    const double sign = direction_ == Direction::maximize ? 1 : -1;
    std::vector<double> all;
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
        const Block& block = blocks_[i];
        const auto above = block.find(contestant), below = block.find(to);
        if (above == block.end() || below == block.end() || stepped_.contains(i)) continue;
        all.push_back(sign * std::log(above->second / below->second));
    }
    return all;
}

bool BlockTable::is_unstable(const Configuration& contestant, const Configuration& control) const {
    const auto measured = values(contestant);
    if (measured.size() < 2 || relative_range(measured) < unstable_range) return false;
    if (contestant == control) return true;
    const auto ratios = exponentials(log_ratios(contestant, control));
    return ratios.size() < 2 || relative_range(ratios) >= unstable_range;
}

}  // namespace fstune::search
