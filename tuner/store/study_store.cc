#include "tuner/store/study_store.h"

namespace fstune::tuner {

knowledge::Trial StoredTrial::trial() const {
    return {.id = intention.id,
            .phase = intention.phase,
            .block = intention.block,
            .fidelity = intention.fidelity,
            .configuration = intention.configuration,
            .outcome = outcome};
}

}  // namespace fstune::tuner
