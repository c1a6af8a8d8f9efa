#include "search/pareto/weighing.h"

#include <algorithm>

namespace fstune::search {

using knowledge::Configuration;

namespace {

std::vector<Configuration> contestants_of(const WeighingSettings& settings) {
    auto all = settings.candidates;
    all.push_back(settings.recommended);
    all.push_back(settings.best_default);
    return all;
}

}  // namespace

Weighing::Weighing(WeighingSettings settings)
    : settings_(std::move(settings)),
      table_(contestants_of(settings_), Direction::maximize, settings_.seed,
             settings_.first_block) {
    std::erase(settings_.candidates, settings_.recommended);
    std::erase(settings_.candidates, settings_.best_default);
}

void Weighing::plan(std::int64_t left) {
    const auto blocks = [&] {
        return std::max<std::int64_t>(0, left) /
               static_cast<std::int64_t>(table_.contestants().size());
    };
    const auto least = static_cast<std::int64_t>(settings_.least_blocks);
    while (blocks() < least && !settings_.candidates.empty()) {
        table_.drop(settings_.candidates.back());
        settings_.candidates.pop_back();
    }
    const bool one_alone = table_.contestants().size() < 2;
    planned_ = blocks() < least || one_alone
                   ? 0
                   : std::min(static_cast<std::size_t>(blocks()), settings_.most_blocks);
}

std::optional<Question> Weighing::ask(std::int64_t left) {
    if (auto question = table_.ask()) return question;
    if (!planned_) plan(left);
    const bool affordable = left >= static_cast<std::int64_t>(table_.contestants().size());
    const bool enough = table_.blocks() >= settings_.least_blocks;
    if (table_.blocks() >= *planned_ || (enough && !affordable)) return std::nullopt;
    table_.begin_block();
    return table_.ask();
}

}  // namespace fstune::search
