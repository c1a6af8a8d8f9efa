#include "search/strategy.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "search/strategies/in_step.h"
#include "search/strategies/strategies.h"

namespace fstune::search {
namespace {

const std::vector<std::string> nlopt_algorithms = {"direct-l-rand", "crs2",  "isres",
                                                   "esch",          "sbplx", "bobyqa"};

bool has_numbers(const Space& space) {
    return std::ranges::any_of(space.parameters(), [](const knowledge::Parameter& p) {
        return std::holds_alternative<knowledge::IntegerDomain>(p.domain) ||
               std::holds_alternative<knowledge::LevelsDomain>(p.domain);
    });
}

std::unique_ptr<Strategy> in_step(std::unique_ptr<Strategy> strategy) {
    return std::make_unique<InStep>(std::move(strategy));
}

}  // namespace

std::vector<std::string> strategy_names() {
    std::vector<std::string> names = {"auto", "random", "lhs"};
    names.insert(names.end(), nlopt_algorithms.begin(), nlopt_algorithms.end());
    return names;
}

Result<std::unique_ptr<Strategy>> make_strategy(const std::string& name, const Space& space,
                                                const StrategySettings& settings) {
    if (space.filesystems().empty())
        return fail(ErrorCode::usage, "the space has no filesystem: name at least one");
    if (name == "auto") return make_auto(space, settings);
    if (name == "random") return in_step(make_random(space, settings));
    if (name == "lhs") return in_step(make_lhs(space, settings));
    if (std::ranges::find(nlopt_algorithms, name) == nlopt_algorithms.end())
        return fail(ErrorCode::usage, fmt::format("no strategy is named '{}': there are {}", name,
                                                  fmt::join(strategy_names(), ", ")));
    if (!has_numbers(space))
        return fail(ErrorCode::usage,
                    fmt::format("strategy '{}' needs a numeric parameter, and the space has none: "
                                "use auto, random or lhs",
                                name));
    return in_step(make_nlopt(name, space, settings));
}

}  // namespace fstune::search
