#include "tuner/study/searched.h"

#include "search/simplification/support.h"

namespace fstune::tuner {

Result<std::map<std::string, double>> support_in_search(const StudyStore& store,
                                                        const knowledge::Configuration& winner,
                                                        search::Direction direction) {
    constexpr std::size_t page_size = 500;
    search::Support support(winner, direction);
    std::int64_t last = 0;
    while (true) {
        const auto page = store.trials(last, page_size);
        if (!page) return tl::unexpected(page.error());
        if (page->empty()) return support.by_parameter();
        last = page->back().intention.id;
        for (const auto& stored : *page)
            if (stored.intention.phase == knowledge::Phase::search) support.add(stored.trial());
    }
}

}  // namespace fstune::tuner
