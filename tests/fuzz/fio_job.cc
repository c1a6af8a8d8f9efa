#include "knowledge/safety/fio_job.h"

#include <cstdlib>

#include "tests/fuzz/input.h"

// What was let through once is let through again, as it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = fstune::knowledge::read_fio_job(fstune::fuzz_text(data, size));
    if (!read) return 0;
    const auto text = read->text(4096);
    const auto again = fstune::knowledge::read_fio_job(text);
    if (!again || again->text(1) != text) std::abort();
    return 0;
}
