// Seeds: siblings/dmsetup.txt
#include "knowledge/readers/dm_table.h"

#include "knowledge/geometry/layers.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto targets = read_dm_table(text))
        for (const auto& target : *targets) (void)geometry_of(layer_of(target, {}));
    return 0;
}
