// Seeds: cases/05-mdadm-detail.txt siblings/04b_detail.txt siblings/05a_detail.txt
#include "knowledge/readers/mdadm_detail.h"

#include "knowledge/geometry/md_state.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto arrays = read_mdadm_detail(text))
        for (const auto& array : *arrays) {
            (void)geometry_of(array.description());
            (void)warnings_of(state_of(array));
        }
    return 0;
}
