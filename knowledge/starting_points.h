// What an expert would try first: configurations for one filesystem and goal, each value with its
// reason. The search tries them early; only measurement says whether they are better.
//
// Units: those of the parameters.
// Source: each rule carries its own.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/configuration.h"
#include "knowledge/device_facts.h"
#include "knowledge/geometry/stripe.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

struct StartingPoint {
    struct Reason {
        std::string parameter, why, source;
    };
    Configuration configuration;
    std::vector<Reason> reasons;  // one for each value
};

struct StartingPointRequest {
    std::string filesystem;
    std::string goal;  // as `fstune goals` names it
    DeviceFacts device;
    MachineFacts machine;
    std::optional<Stripe> stripe;
};

// Values that `parameters` does not have (not on this device, not at the allowed risk), that their
// domains do not accept, and those that are defaults anyway are left out. First the geometry
// alone, then all the expert advice; none where nothing differs from the defaults.
std::vector<StartingPoint> starting_points(const StartingPointRequest& request,
                                           const std::vector<Parameter>& parameters);

// A stripe may need values that lie between the levels of the catalogue (stripe_width 3072): they
// become levels of their own.
void admit_geometry(const Stripe& stripe, std::vector<Parameter>& parameters);

}  // namespace fstune::knowledge
