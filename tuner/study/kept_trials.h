// The finished trials of a store, in their order. The next page is read on a thread of its own
// while the last is used: a long study is replayed in the time of the slower of the two.
//
// Errors: those of the store.
// Threads: one at a time. The store belongs to this between front() and settle().
#pragma once

#include <deque>
#include <future>

#include "tuner/store/study_store.h"

namespace fstune::tuner {

class KeptTrials {
  public:
    explicit KeptTrials(const StudyStore& store) : store_(store) {}

    // The next trial; null where there is none. Afterwards the store may be in use.
    Result<StoredTrial*> front();
    void pop() { page_.pop_front(); }
    // From here on the store may be used by others.
    void settle() const;

  private:
    using Page = Result<std::vector<StoredTrial>>;
    void read_on();

    const StudyStore& store_;
    std::deque<StoredTrial> page_;
    std::future<Page> next_;
    std::int64_t last_id_ = 0;  // asked for so far
    bool all_read_ = false;
};

}  // namespace fstune::tuner
