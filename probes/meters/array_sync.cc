#include "probes/meters/array_sync.h"

#include <fmt/format.h>

#include <cstdint>
#include <sstream>

#include "probes/host/device_tree.h"

namespace fstune::probes {

namespace {

// "1234 / 5678" sectors; "none" where nothing runs, "delayed" where it waits for another array.
std::string progress(const std::string& completed) {
    std::istringstream in(completed);
    std::uint64_t done = 0, all = 0;
    char slash = 0;
    if (!(in >> done >> slash >> all) || all == 0)
        return completed.empty() || completed == "none" ? "" : fmt::format(" ({})", completed);
    return fmt::format(" ({:.1f} %)", 100.0 * static_cast<double>(done) / static_cast<double>(all));
}

}  // namespace

std::optional<std::string> array_sync(const Files& files, const std::vector<std::string>& arrays) {
    const DeviceTree tree(files);
    std::string text;
    for (const auto& array : arrays) {
        const auto action = tree.attribute(array, "md/sync_action");
        if (action.empty() || action == "idle" || action == "frozen") continue;
        text += fmt::format("{}{} runs a {}{}", text.empty() ? "" : ", ", array, action,
                            progress(tree.attribute(array, "md/sync_completed")));
    }
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace fstune::probes
