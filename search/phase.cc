#include "search/phase.h"

namespace fstune::search {

bool PhaseDriver::asks_again_for(const knowledge::Trial& kept, std::int64_t left) {
    const auto question = ask(left);
    return question && question->number() == kept.block &&
           question->proposal.fidelity == kept.fidelity &&
           question->proposal.configuration == kept.configuration;
}

}  // namespace fstune::search
