// Seeds: siblings/20d_lsblk.txt siblings/41b.txt siblings/85b.txt siblings/82b.txt
#include "knowledge/readers/lsblk_table.h"

#include "knowledge/safety/refusals.h"
#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    (void)is_lsblk_table(text);
    if (const auto devices = read_lsblk_table(text)) (void)refusals(*devices);
    (void)is_wipefs_table(text);
    (void)read_wipefs_table(text);
    return 0;
}
