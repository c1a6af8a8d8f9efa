#include "knowledge/diagnosis/fstab_rules.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    const auto once = fstune::knowledge::diagnosis::lint_fstab(text, {});
    (void)fstune::knowledge::diagnosis::lint_fstab(once.corrected, {});
    return 0;
}
