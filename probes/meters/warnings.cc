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
     "run as root so that caches can be dropped, make the data set larger than memory, and attach "
     "loop devices with --direct-io=on"},
    {Warning::device_busy, "device busy with other I/O",
     "find who uses it (iotop, fuser -vm) and stop that, or wait until it is done, then measure "
     "again"},
    {Warning::array_sync, "array not at rest",
     "wait until md/sync_action of the array reads idle, then measure again"},
    {Warning::processor_busy, "processor or memory taken by others",
     "stop the other programs, or give the virtual machine processors of its own, then measure "
     "again"},
    {Warning::throttled, "processor slowed down",
     "look after the cooling, or fix the frequency (cpupower frequency-set -g performance), then "
     "measure again"},
    {Warning::cache_unflushed, "write cache not flushed",
     "take barriers and syncs back in (no nobarrier, barrier=0), or end the workload's own command "
     "with a sync"},
    {Warning::data_set_too_small, "data set too small for the claim",
     "give a larger --size, or a device with more free space"},
    {Warning::compressed_away, "data compressed away",
     "give a smaller --compressible, so that the device is written"},
    {Warning::above_ceiling, "result above what the device can do",
     "do not believe it: look for a cache between the filesystem and the device, and measure the "
     "ceiling again on a quiet machine"},
};

const Row& row(Warning warning) { return *std::ranges::find(rows, warning, &Row::warning); }

}  // namespace

std::string title(Warning warning) { return row(warning).title; }

std::string code(Warning warning) {
    auto text = title(warning);
    std::ranges::replace(text, ' ', '-');
    return text;
}

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

std::optional<WarningParts> parts(const std::string& text) {
    for (const auto& each : rows) {
        const auto ending = std::string("; ") + each.next;
        if (is(each.warning, text) && text.ends_with(ending))
            return WarningParts{code(each.warning), text.substr(0, text.size() - ending.size()),
                                each.next};
    }
    return std::nullopt;
}

}  // namespace fstune::probes
