// What goes on in an md array and spoils a measurement, or the geometry itself.
//
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/geometry/stripe.h"

namespace fstune::knowledge {

struct MdState {
    std::string name;
    std::string action;    // "resync", "recover", "check", "reshape", "frozen"; "" or "idle": none
    std::string waits;     // "DELAYED", "PENDING": not begun yet
    std::string progress;  // "15.6 %"; "" where not told
    int missing = 0;       // members
};

std::vector<GeometryWarning> warnings_of(const MdState& state);

struct MdArray;
MdState state_of(const MdArray& array);

}  // namespace fstune::knowledge
