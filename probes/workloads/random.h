// A small generator of numbers, the same for a seed on every machine: what the distributions of
// the standard library do not promise.
// Source: splitmix64, Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators".
// Threads: one at a time.
#pragma once

#include <cstdint>

namespace fstune::probes {

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t x = state_ += 0x9e3779b97f4a7c15ULL;
        x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31U);
    }
    // 0 .. count-1; the bias is count / 2^64.
    std::uint64_t below(std::uint64_t count) { return next() % count; }
    std::uint64_t between(std::uint64_t least, std::uint64_t most) {
        return least + below(most - least + 1);
    }
    bool one_in(std::uint64_t count) { return below(count) == 0; }

  private:
    std::uint64_t state_;
};

}  // namespace fstune::probes
