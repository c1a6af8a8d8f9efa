#include "knowledge/readers/tiobench.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    (void)fstune::knowledge::read_tiobench(text);
    return 0;
}
