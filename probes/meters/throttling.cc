#include "probes/meters/throttling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <charconv>

namespace fstune::probes {

namespace {

const std::string folder = "/sys/devices/system/cpu/";

bool is_processor(const std::string& entry) {
    return entry.size() > 3 && entry.starts_with("cpu") &&
           std::all_of(entry.begin() + 3, entry.end(),
                       [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::uint64_t number(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

ProcessorState processor_state(const Files& files) {
    ProcessorState state;
    const auto entries = files.list(folder);
    for (const auto& entry : entries.value_or(std::vector<std::string>{})) {
        if (!is_processor(entry)) continue;
        for (const auto* counter : {"core_throttle_count", "package_throttle_count"})
            state.throttled +=
                number(files.read(folder + entry + "/thermal_throttle/" + counter).value_or(""));
        for (const auto* limit : {"scaling_max_freq", "scaling_governor"})
            if (auto text = files.read(folder + entry + "/cpufreq/" + limit)) {
                while (!text->empty() && text->back() == '\n') text->pop_back();
                state.limits[entry + " " + limit] = *text;
            }
    }
    return state;
}

std::optional<std::string> throttling(const ProcessorState& before, const ProcessorState& after) {
    if (after.throttled > before.throttled)
        return fmt::format("they were throttled for heat {} times",
                           after.throttled - before.throttled);
    for (const auto& [name, limit] : before.limits) {
        const auto now = after.limits.find(name);
        if (now != after.limits.end() && now->second != limit)
            return fmt::format("{} changed from {} to {}", name, limit, now->second);
    }
    return std::nullopt;
}

}  // namespace fstune::probes
