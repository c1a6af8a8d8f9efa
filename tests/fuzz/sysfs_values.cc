// Seeds: cases/*sysfs*.txt sysfs/*.txt siblings/01* siblings/03* siblings/20c.txt
#include "knowledge/readers/sysfs_values.h"

#include "knowledge/geometry/io_hints.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto found = read_sysfs_values(text))
        for (const auto& values : *found) {
            const auto facts = values.facts();
            (void)geometry_of(facts.queue, facts.alignment_offset);
        }
    return 0;
}
