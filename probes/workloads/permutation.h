// The numbers 0 .. count-1 in an order that looks random, each once, without a table: a block read
// at random is not read again until all have been.
// Threads: safe.
#pragma once

#include <bit>
#include <cstdint>

namespace fstune::probes {

class Permutation {
  public:
    Permutation(std::uint64_t count, std::uint64_t seed)
        : count_(count),
          half_((static_cast<unsigned>(std::bit_width(count)) + 1) / 2),
          key_(seed) {}

    std::uint64_t operator()(std::uint64_t i) const {
        // A Feistel network permutes 4^half numbers; walk on while outside of ours.
        do i = shuffled(i);
        while (i >= count_);
        return i;
    }

  private:
    std::uint64_t shuffled(std::uint64_t i) const {
        const std::uint64_t mask = (std::uint64_t{1} << half_) - 1;
        std::uint64_t left = i >> half_, right = i & mask;
        for (std::uint64_t round = 1; round <= 4; ++round) {
            const auto next = left ^ (mixed(right + (key_ + round) * 0x9e3779b97f4a7c15ULL) & mask);
            left = right;
            right = next;
        }
        return (left << half_) | right;
    }

    static std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        x = (x ^ (x >> 27U)) * 0x94d049bb133111ebULL;
        return x ^ (x >> 31U);
    }

    std::uint64_t count_;
    unsigned half_;
    std::uint64_t key_;
};

}  // namespace fstune::probes
