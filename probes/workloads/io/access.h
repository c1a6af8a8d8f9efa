// How one thread does the operations of a pattern: one implementation for each way of access.
//
// Errors: failed with the operation, the offset and the system's reason.
// Threads: each object belongs to one thread; prepare() may run beside those of others.
#pragma once

#include <memory>

#include "probes/workloads/io/walk.h"

namespace fstune::probes {

struct Turn {
    SteadyClock::time_point start, end;
    std::stop_token stop;
    bool goes_on(SteadyClock::time_point now) const { return now < end && !stop.stop_requested(); }
};

class Access {
  public:
    virtual ~Access() = default;
    // Memory, rings, mappings: not part of what is measured.
    virtual Result<void> prepare() = 0;
    virtual Result<void> run(const Turn& turn, Measured& measured) = 0;
};

// The objects passed in outlive the access.
std::unique_ptr<Access> plain_access(const Pattern& pattern, const Share& share,
                                     std::uint64_t seed);
std::unique_ptr<Access> ring_access(const Pattern& pattern, const Share& share,
                                    std::uint64_t seed);  // queue depth: io_uring
std::unique_ptr<Access> mapped_access(const Pattern& pattern, const Share& share,
                                      std::uint64_t seed);

tl::unexpected<Error> io_error(const char* what, std::uint64_t offset, int number);
// An operation that did only a part: `done` of `wanted` bytes.
tl::unexpected<Error> short_io(const char* what, std::uint64_t offset, std::uint64_t done,
                               std::uint64_t wanted);

// Before another pass, so that it comes from the device again.
void forget_pages(const Share& share);

}  // namespace fstune::probes
