// Figures that depend on more than the trials (a clock, the raw device) are kept in the study, so
// that one that goes on uses the same as when it was new.
//
// Errors: those of the store and of `find_out`; bad_input for a kept figure that fstune cannot have
// written.
// Effects: writes a new figure to the store.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "tuner/store/study_store.h"

namespace fstune::tuner {

using Figure = Result<std::optional<double>>;  // nothing: there is none, which is kept too

Figure remembered(StudyStore& store, const std::string& name,
                  const std::function<Figure()>& find_out);

}  // namespace fstune::tuner
