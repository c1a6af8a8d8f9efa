// The JSON columns of a study, and a whole row as `export` writes it.
#include "tests/fuzz/input.h"
#include "tuner/store/details.h"
#include "tuner/store/trial_json.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fstune;
    const std::string text(fuzz_text(data, size));
    tuner::StoredTrial trial;
    if (auto read = tuner::read_configuration("xfs", text)) {
        trial.intention.configuration = *read;
        const auto again = tuner::read_configuration(
            "xfs", tuner::values_json(*read).dump(-1, ' ', false,
                                                  nlohmann::json::error_handler_t::replace));
        if (!again) std::abort();
    }
    knowledge::Measurement measurement;
    if (tuner::read_details(text, measurement)) {
        const auto written = tuner::details_text(measurement);
        if (!tuner::read_details(written, measurement)) std::abort();
        trial.outcome = measurement;
    }
    (void)tuner::trial_json(trial).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    (void)tuner::read_phase(text);
    (void)tuner::read_failure_kind(text);
    return 0;
}
