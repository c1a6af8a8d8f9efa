#include "probes/meters/warnings.h"

#include <algorithm>

namespace fstune::probes {

namespace {

struct Row {
    Warning warning;
    const char* title;
    const char* next;
};

constexpr Row rows[] = {
    {Warning::cached_result, "cached result",
     "run as root so that caches can be dropped, or make the data set larger than memory"},
    {Warning::data_set_too_small, "data set too small for the claim",
     "give a larger --size, or a device with more free space"},
    {Warning::compressed_away, "data compressed away",
     "give a smaller --compressible, so that the device is written"},
};

const Row& row(Warning warning) { return *std::ranges::find(rows, warning, &Row::warning); }

}  // namespace

std::string title(Warning warning) { return row(warning).title; }

std::string text(Warning warning, const std::string& detail) {
    return title(warning) + ": " + detail + "; " + row(warning).next;
}

const std::vector<Warning>& all_warnings() {
    static const std::vector<Warning> all = [] {
        std::vector<Warning> warnings;
        for (const auto& each : rows) warnings.push_back(each.warning);
        return warnings;
    }();
    return all;
}

bool is(Warning warning, const std::string& text) { return text.starts_with(title(warning) + ":"); }

}  // namespace fstune::probes
