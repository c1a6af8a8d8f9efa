#include "tuner/compare/study_series.h"

#include <algorithm>

#include "tuner/goals/several_goals.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {

namespace {

constexpr std::size_t page = 500;

void add(const StoredTrial& stored, double value, const knowledge::Series& like,
         CompareInput& input) {
    const auto& intention = stored.intention;
    const auto variant = knowledge::to_text(intention.configuration);
    auto found = std::ranges::find_if(input.series, [&](const auto& series) {
        return series.variant == variant && series.phase == like.phase;
    });
    if (found == input.series.end()) {
        // The controls first: the first series is the baseline.
        const bool control = intention.configuration.values.empty();
        found = input.series.insert(control ? input.series.begin() : input.series.end(), like);
        found->variant = variant;
    }
    found->values.push_back(value);
    found->blocks.push_back(std::to_string(intention.block));
    found->order.push_back(static_cast<double>(intention.id));
}

// Nothing for a real program's: which metric of it counted is not told by its name.
std::optional<Goal> known(const std::string& name) {
    const auto goal = find_goal(name);
    return goal ? std::optional(*goal) : std::nullopt;
}

// Of several goals each is a phase of its own.
void take(const StoredTrial& stored, const std::vector<GoalShare>& goals, CompareInput& input) {
    const auto* measured = std::get_if<knowledge::Measurement>(&stored.outcome);
    if (measured == nullptr || stored.intention.phase != knowledge::Phase::confirm) return;
    for (const auto& share : goals) {
        const auto goal = known(share.name);
        knowledge::Series like{.phase = "confirm", .variant = "", .metric = goal ? goal->unit : ""};
        if (goal && goals.size() > 1)
            like.higher_is_better = goal->direction == search::Direction::maximize;
        if (goals.size() > 1) like.phase = share.name;
        const auto value = measured->metrics.find(goal_metric(share.name));
        if (goals.size() == 1)
            add(stored, measured->value, like, input);
        else if (value != measured->metrics.end())
            add(stored, value->second, like, input);
    }
}

// A study that names no goal that is known here has values all the same.
std::vector<GoalShare> goals_in(const StudyHeader& header) {
    const auto named = header.settings.find("goal");
    const auto text = named == header.settings.end() ? "" : named->second;
    return parse_goals(text).value_or(std::vector<GoalShare>{{.name = text, .weight = 1}});
}

}  // namespace

bool is_study(std::string_view beginning) { return beginning.starts_with("SQLite format 3"); }

Result<CompareInput> read_study(const std::string& path) {
    const auto store = SqliteStudyStore::open(path, SqliteStudyStore::Use::read);
    if (!store) return tl::unexpected(store.error());
    const auto header = (*store)->header();
    if (!header) return tl::unexpected(header.error());
    CompareInput input;
    const auto goals = goals_in(*header);
    if (const auto goal = known(goals.front().name); goal && goals.size() == 1)
        input.direction = goal->direction;
    for (std::int64_t last = 0;;) {
        const auto trials = (*store)->trials(last, page);
        if (!trials) return tl::unexpected(trials.error());
        if (trials->empty()) break;
        for (const auto& trial : *trials) take(trial, goals, input);
        last = trials->back().intention.id;
    }
    if (input.series.empty())
        return fail(ErrorCode::bad_input, "the study has no trial that confirms anything yet");
    return input;
}

}  // namespace fstune::tuner
