// Where a probe became steady, after its beginning (caches that fill, a log that wraps).
//
// A stretch is steady when its samples range over at most a fifth of their mean and a straight
// line through them rises or falls by at most a tenth of it over the whole stretch. At most half of
// a probe may pass before it.
// Source: SNIA Solid State Storage Performance Test Specification, "steady state" (range 20 %,
// slope 10 %).
// Threads: safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fstune::probes {

bool is_steady(std::span<const double> samples);

// The first sample from which on all are steady; nothing where the probe never was.
std::optional<std::size_t> steady_from(std::span<const double> samples);

}  // namespace fstune::probes
