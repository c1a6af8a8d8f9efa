#include "search/strategies/in_step.h"

namespace fstune::search {

std::optional<Proposal> InStep::ask() {
    asked_ = true;
    return inner_->ask();
}

void InStep::tell(const knowledge::Trial& trial) {
    if (!asked_ && trial.phase == knowledge::Phase::search) (void)inner_->ask();
    asked_ = false;
    inner_->tell(trial);
}

}  // namespace fstune::search
