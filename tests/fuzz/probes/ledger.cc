// Seeds: ledgers/*
// What a dead fstune left in /run/fstune.
#include "probes/host/ledger.h"

#include <cstdlib>

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto left = fstune::probes::read_ledger(std::string(fstune::fuzz_text(data, size)));
    // Neither leads out of a disk's folder in sysfs.
    if (left.owner.disk.find('/') != std::string::npos) std::abort();
    for (const auto& value : left.values)
        if (value.attribute.find('/') != std::string::npos) std::abort();
    return 0;
}
