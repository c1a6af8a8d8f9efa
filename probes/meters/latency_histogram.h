// Counts latencies in classes of bounded width, so that a million operations cost no more memory
// than ten and percentiles are still right to 1 part in 64.
//
// Units: nanoseconds. `maximum` and `mean` are exact, percentiles at most 1/64 too high.
// Threads: one at a time; add() joins what several threads counted.
#pragma once

#include <array>
#include <cstdint>

namespace fstune::probes {

class LatencyHistogram {
  public:
    void count(std::uint64_t nanoseconds) {
        ++classes_[class_of(nanoseconds)];
        ++total_;
        sum_ += nanoseconds;
        if (nanoseconds > maximum_) maximum_ = nanoseconds;
    }
    void add(const LatencyHistogram& other);

    std::uint64_t total() const { return total_; }
    std::uint64_t maximum() const { return maximum_; }
    double mean() const;
    std::uint64_t percentile(double share) const;         // 0.99; 0 where nothing was counted
    double share_above(std::uint64_t nanoseconds) const;  // of the operations, 0 to 1

  private:
    static constexpr unsigned bits = 6;  // each octave has 2^bits classes
    static constexpr std::size_t octaves = 40;
    static std::size_t class_of(std::uint64_t nanoseconds);
    static std::uint64_t upper_bound(std::size_t index);

    std::array<std::uint32_t, (octaves + 1) << bits> classes_{};
    std::uint64_t total_ = 0, sum_ = 0, maximum_ = 0;
};

}  // namespace fstune::probes
