// A study store whose writes are effects that can be made to fail.
#pragma once

#include "tests/fakes/fake_host.h"
#include "tuner/store/memory_study_store.h"

namespace fstune::fakes {

class FaultyStore : public tuner::MemoryStudyStore {
  public:
    explicit FaultyStore(Effects& effects) : effects_(effects) {}
    Result<void> begin(const tuner::StudyHeader& header) override {
        return effects_.happen("begin", [&] { return MemoryStudyStore::begin(header); });
    }
    Result<void> intend(const tuner::Intention& intention) override {
        return effects_.happen("intend", [&] { return MemoryStudyStore::intend(intention); });
    }
    Result<void> finish(std::int64_t id, const knowledge::Outcome& outcome,
                        double elapsed) override {
        return effects_.happen("finish",
                               [&] { return MemoryStudyStore::finish(id, outcome, elapsed); });
    }
    Result<void> keep(const std::string& name, const std::string& text) override {
        return effects_.happen("keep", [&] { return MemoryStudyStore::keep(name, text); });
    }

  private:
    Effects& effects_;
};

}  // namespace fstune::fakes
