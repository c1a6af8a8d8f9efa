#include "tuner/study/searched.h"

#include <functional>

#include "search/simplification/support.h"

namespace fstune::tuner {

namespace {

Result<void> for_each_searched(const StudyStore& store,
                               const std::function<void(const knowledge::Trial&)>& use) {
    constexpr std::size_t page_size = 500;
    std::int64_t last = 0;
    while (true) {
        const auto page = store.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) return {};
        for (const auto& stored : *page) {
            last = stored.intention.id;
            if (stored.intention.phase == knowledge::Phase::search) use(stored.trial());
        }
    }
}

}  // namespace

Result<std::map<std::string, double>> support_in_search(const StudyStore& store,
                                                        const knowledge::Configuration& winner,
                                                        search::Direction direction) {
    search::Support support(winner, direction);
    const auto read = for_each_searched(store, [&](const auto& trial) { support.add(trial); });
    if (!read) return tl::unexpected(read.error());
    return support.by_parameter();
}

Result<std::vector<search::ParameterImportance>> importance_in_search(const StudyStore& store,
                                                                      const search::Space& space) {
    search::Importance importance(space);
    const auto read = for_each_searched(store, [&](const auto& trial) { importance.add(trial); });
    if (!read) return tl::unexpected(read.error());
    return importance.by_parameter();
}

}  // namespace fstune::tuner
