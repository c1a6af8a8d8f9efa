// Every parameter that fstune knows, read from knowledge/catalogue/*.json, cut down to one device,
// kernel and set of tools.
//
// Errors: bad_input where a catalogue file breaks its own rules (names the file and parameter).
// Threads: const use is safe.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "knowledge/error.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

struct SpaceRequest {
    std::vector<std::string> filesystems;
    std::set<Risk> allowed = {Risk::safe};
    DeviceFacts device;
    MachineFacts machine;
    bool also_unsearched = false;  // for tests and lists: what no search tries by itself, too
};

struct LeftOut {
    std::string parameter;
    std::string value;   // empty: the whole parameter
    std::string reason;  // "durability: a crash can lose ...", "needs kernel 6.12"
};

struct ApplicableParameters {
    std::vector<Parameter> parameters;  // defaults computed, domains cut down
    std::vector<LeftOut> left_out;      // for the report
};

// What the search may try. Parameters that the catalogue marks as not worth searching by default
// are left out with that reason.
Result<ApplicableParameters> applicable_parameters(const SpaceRequest& request);

// Why this device and machine cannot have the filesystem at all ("needs 300 MiB"); empty: it can,
// as far as is known without trying.
std::string unfit(const std::string& filesystem, const DeviceFacts& device,
                  const MachineFacts& machine);

// All parameters of a filesystem or of "queue", for `fstune params`; empty name: all.
Result<std::vector<Parameter>> catalogue(const std::string& filesystem);

}  // namespace fstune::knowledge
