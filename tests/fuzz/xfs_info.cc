#include "knowledge/readers/xfs_info.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    (void)fstune::knowledge::read_xfs_info(text);
    return 0;
}
