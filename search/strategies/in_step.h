// Makes a strategy whose next question follows from its questions before one whose next question
// follows from the trials told: a trial of the search that is told without having been asked for
// counts as asked for. For strategies whose ask() is cheap.
#pragma once

#include <memory>

#include "search/strategy.h"

namespace fstune::search {

class InStep : public Strategy {
  public:
    explicit InStep(std::unique_ptr<Strategy> inner) : inner_(std::move(inner)) {}

    std::optional<Proposal> ask() override;
    void tell(const knowledge::Trial& trial) override;
    std::vector<knowledge::Configuration> best(std::size_t count) const override {
        return inner_->best(count);
    }

  private:
    std::unique_ptr<Strategy> inner_;
    bool asked_ = false;
};

}  // namespace fstune::search
