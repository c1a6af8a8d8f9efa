// Seeds: cases/*lsblk*.json cases/82-wipefs.json siblings/*.json
#include "knowledge/readers/lsblk.h"

#include "knowledge/safety/refusals.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto devices = read_lsblk(text)) (void)refusals(*devices);
    (void)read_wipefs(text);
    return 0;
}
