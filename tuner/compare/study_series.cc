#include "tuner/compare/study_series.h"

#include <algorithm>

#include "tuner/goals/goals.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {

namespace {

constexpr std::size_t page = 500;

void take(const StoredTrial& stored, const std::string& metric, CompareInput& input) {
    const auto* measured = std::get_if<knowledge::Measurement>(&stored.outcome);
    const auto& intention = stored.intention;
    if (measured == nullptr || intention.phase != knowledge::Phase::confirm) return;
    const auto variant = knowledge::to_text(intention.configuration);
    auto found = std::ranges::find(input.series, variant, &knowledge::Series::variant);
    if (found == input.series.end()) {
        // The controls first: the first series is the baseline.
        const bool control = intention.configuration.values.empty();
        found = input.series.insert(
            control ? input.series.begin() : input.series.end(),
            knowledge::Series{.phase = "confirm", .variant = variant, .metric = metric});
    }
    found->values.push_back(measured->value);
    found->blocks.push_back(std::to_string(intention.block));
    found->order.push_back(static_cast<double>(intention.id));
}

}  // namespace

bool is_study(std::string_view beginning) { return beginning.starts_with("SQLite format 3"); }

Result<CompareInput> read_study(const std::string& path) {
    const auto store = SqliteStudyStore::open(path, SqliteStudyStore::Use::read);
    if (!store) return tl::unexpected(store.error());
    const auto header = (*store)->header();
    if (!header) return tl::unexpected(header.error());
    CompareInput input;
    std::string metric;
    if (const auto named = header->settings.find("goal"); named != header->settings.end()) {
        if (const auto goal = find_goal(named->second)) {
            input.direction = goal->direction;
            metric = goal->unit;
        }
    }
    for (std::int64_t last = 0;;) {
        const auto trials = (*store)->trials(last, page);
        if (!trials) return tl::unexpected(trials.error());
        if (trials->empty()) break;
        for (const auto& trial : *trials) take(trial, metric, input);
        last = trials->back().intention.id;
    }
    if (input.series.empty())
        return fail(ErrorCode::bad_input, "the study has no trial that confirms anything yet");
    return input;
}

}  // namespace fstune::tuner
