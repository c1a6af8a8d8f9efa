// Seeds: cases/*mdstat.txt seeds/mdstat-raid6.txt siblings/09* siblings/11* siblings/12*
#include "knowledge/readers/mdstat.h"

#include "knowledge/geometry/layers.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto arrays = read_mdstat(text))
        for (const auto& array : *arrays) (void)geometry_of(layer_of(*arrays, array.name));
    return 0;
}
