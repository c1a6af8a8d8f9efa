// Seeds: cases/18-fdisk.txt siblings/18*
#include "knowledge/readers/fdisk.h"

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fstune::fuzz_text(data, size);
    using namespace fstune::knowledge;
    if (const auto disks = read_fdisk(text))
        for (const auto& disk : *disks)
            for (const auto& partition : disk.partitions) (void)disk.off_by(partition);
    return 0;
}
