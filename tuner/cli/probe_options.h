// The options of `fstune probe`.
#pragma once

#include <string>
#include <vector>

#include "tuner/probe/probe.h"

namespace CLI {
class App;
}

namespace fstune::tuner {

struct ProbeOptions {
    std::string on;
    std::vector<std::string> scaling;  // folders, instead of `on`
    ProbeSettings settings;            // empty or 0: not given
    std::string json, csv;
    bool quiet = false, drop_caches = false;
};

void add_probe_options(CLI::App& command, ProbeOptions& options);

// Fills in what was not given; what no single option can tell is a usage error.
Result<void> complete(ProbeOptions& options);

}  // namespace fstune::tuner
