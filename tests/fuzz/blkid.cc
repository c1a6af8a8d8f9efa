// Seeds: cases/81-blkid.txt siblings/81*
#include "knowledge/readers/blkid.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    (void)fstune::knowledge::read_blkid(text);
    return 0;
}
