// How a study goes on, on standard error: one line that is rewritten on a terminal, plain lines now
// and then elsewhere, nothing but warnings with --quiet. NO_COLOR and TERM=dumb are honoured.
//
// Effects: writes to standard error.
#pragma once

#include <chrono>
#include <memory>
#include <set>
#include <string>

#include "tuner/study/observer.h"

namespace fstune::tuner {

struct ProgressStyle {
    bool terminal = false;  // rewrite one line
    bool color = false;
    bool quiet = false;
    bool silent = false;  // no warnings either
    int width = 80;       // columns
};
ProgressStyle progress_style(bool quiet);

// "[######--------] search  34 of about 60  best 512 MB/s (+3.1 %)  1 m 20 s left", cut to width.
std::string progress_line(const StudyProgress& progress, const std::string& unit,
                          const ProgressStyle& style);

class Progress : public StudyObserver {
  public:
    Progress(ProgressStyle style, std::string unit);
    ~Progress() override;

    void stage(const std::string& name) override;
    void trial(const StoredTrial& trial, const StudyProgress& progress) override;
    void warning(const std::string& text) override;
    void clear();  // takes the line away, before something else is printed

  private:
    ProgressStyle style_;
    std::string unit_;
    bool drawn_ = false;
    std::set<std::string> said_;  // warnings; each phase, or goal, may have the same
    double next_plain_ = 0;       // seconds of the study
};

}  // namespace fstune::tuner
