// Numbers that someone measured: one series for each phase, condition and variant, whatever form
// of file they came in.
//
// Units: the file's own; `metric` is the name of their column, which often holds it ("rate_mb_s").
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fstune::knowledge {

struct Summary {  // where the single values are not known
    std::size_t n = 0;
    double mean = 0, deviation = 0;
};

struct Series {
    std::string phase;  // "sequential-read"; empty: there is one only
    std::vector<std::pair<std::string, std::string>> conditions = {};  // {"threads", "32"}
    std::string variant;  // what is compared: "2.4.20-pre2"
    std::string metric;
    std::vector<double> values = {};       // in the order of the file
    std::vector<std::string> blocks = {};  // one a value, or none
    std::vector<double> order = {};        // one a value, or none: when each was measured
    std::optional<Summary> summary = {};
    std::optional<bool> higher_is_better = {};  // where the source says it
};

// "sequential-read threads=32".
std::string label_of(const Series& series);

}  // namespace fstune::knowledge
