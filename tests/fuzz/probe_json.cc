#include "knowledge/readers/probe_json.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    (void)fstune::knowledge::read_probe_json(text);
    return 0;
}
