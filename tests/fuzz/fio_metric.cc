#include "knowledge/readers/fio_metric.h"

#include <nlohmann/json.hpp>

#include "knowledge/readers/json_metric.h"
#include "tests/fuzz/input.h"

// The first line is the metric, the rest what fio printed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return 0;
    const auto report = fstune::knowledge::json_of_output(text.substr(end + 1));
    if (report)
        (void)fstune::knowledge::fio_metric(*report,
                                            fstune::knowledge::fio_metric_of(text.substr(0, end)));
    return 0;
}
