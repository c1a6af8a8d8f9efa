// A StudyStore that lives and ends with its object: for --dry-run and for tests of what uses a
// store.
#pragma once

#include "tuner/store/study_store.h"

namespace fstune::tuner {

class MemoryStudyStore : public StudyStore {
  public:
    Result<void> begin(const StudyHeader& header) override;
    Result<StudyHeader> header() const override;
    Result<void> intend(const Intention& intention) override;
    Result<void> finish(std::int64_t id, const knowledge::Outcome& outcome,
                        double elapsed) override;
    Result<std::vector<StoredTrial>> trials(std::int64_t after, std::size_t at_most) const override;
    Result<std::int64_t> count() const override;
    Result<std::optional<Intention>> unfinished() const override;
    Result<void> keep(const std::string& name, const std::string& text) override;
    Result<std::optional<std::string>> kept(const std::string& name) const override;

  private:
    std::optional<StudyHeader> header_;
    std::vector<StoredTrial> trials_;
    std::optional<Intention> open_;
    std::map<std::string, std::string> facts_;
};

}  // namespace fstune::tuner
