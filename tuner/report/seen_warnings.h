// What the meters warned of over a study: each kind once, with the first of its words and how often
// it came.
//
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fstune::tuner {

struct SeenWarning {
    std::string code;             // empty: not one of fstune's own
    std::string message, advice;  // of the first
    std::int64_t trials = 0;      // 0: of the study as a whole
};

class SeenWarnings {
  public:
    // Of one trial, as the meters wrote them.
    void add(const std::vector<std::string>& warnings);
    std::vector<SeenWarning> all() const;  // most frequent first

  private:
    std::map<std::string, SeenWarning> by_code_;
};

// One text taken apart; what the meters did not write is all message.
SeenWarning taken_apart(const std::string& text);

// Of so many blocks of the confirmation (search/blocks/speed_step.h), one or more.
SeenWarning speed_step(std::size_t blocks);

}  // namespace fstune::tuner
