#include "tuner/study/kept_trials.h"

#include <algorithm>
#include <iterator>

namespace fstune::tuner {

void KeptTrials::read_on() {
    constexpr std::size_t page_size = 500;
    next_ = std::async(std::launch::async,
                       [this, after = last_id_] { return store_.trials(after, page_size); });
}

Result<StoredTrial*> KeptTrials::front() {
    if (page_.empty() && !all_read_) {
        if (!next_.valid()) read_on();
        auto page = next_.get();
        if (!page) return tl::unexpected(page.error());
        all_read_ = page->empty();
        if (all_read_) return nullptr;
        std::ranges::move(*page, std::back_inserter(page_));
        last_id_ = page_.back().intention.id;
        read_on();
    }
    return page_.empty() ? nullptr : &page_.front();
}

void KeptTrials::settle() const {
    if (next_.valid()) next_.wait();
}

}  // namespace fstune::tuner
