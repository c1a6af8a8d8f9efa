#include "tuner/store/study_store.h"

#include <utility>

namespace fstune::tuner {

knowledge::Trial StoredTrial::trial() const& { return StoredTrial(*this).trial(); }

knowledge::Trial StoredTrial::trial() && {
    return {.id = intention.id,
            .phase = intention.phase,
            .block = intention.block,
            .fidelity = intention.fidelity,
            .configuration = std::move(intention.configuration),
            .outcome = std::move(outcome)};
}

}  // namespace fstune::tuner
