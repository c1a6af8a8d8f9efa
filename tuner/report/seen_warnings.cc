#include "tuner/report/seen_warnings.h"

#include <fmt/format.h>

#include <algorithm>

#include "probes/meters/warnings.h"

namespace fstune::tuner {

SeenWarning taken_apart(const std::string& text) {
    const auto parts = probes::parts(text);
    if (!parts) return {"", text, "", 0};
    return {parts->code, parts->message, parts->advice, 0};
}

void SeenWarnings::add(const std::vector<std::string>& warnings) {
    for (const auto& text : warnings) {
        auto warning = taken_apart(text);
        const auto key = warning.code.empty() ? warning.message : warning.code;
        ++by_code_.try_emplace(key, std::move(warning)).first->second.trials;
    }
}

SeenWarning speed_step(std::size_t blocks) {
    return {"speed_step",
            fmt::format("the machine became faster or slower at once in the middle of {} block{} "
                        "of the confirmation; what compares before with after was left out",
                        blocks, blocks == 1 ? "" : "s"),
            "find out what else uses the device or the processors, and measure on a quiet machine",
            0};
}

std::vector<SeenWarning> SeenWarnings::all() const {
    std::vector<SeenWarning> all;
    for (const auto& [key, warning] : by_code_) all.push_back(warning);
    std::ranges::stable_sort(all, std::greater<>{}, &SeenWarning::trials);
    return all;
}

}  // namespace fstune::tuner
