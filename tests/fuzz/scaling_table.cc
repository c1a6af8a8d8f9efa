#include "knowledge/readers/scaling_table.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    (void)fstune::knowledge::read_scaling_table(text);
    return 0;
}
