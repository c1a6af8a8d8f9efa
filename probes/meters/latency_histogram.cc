#include "probes/meters/latency_histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fstune::probes {

std::size_t LatencyHistogram::class_of(std::uint64_t nanoseconds) {
    constexpr std::uint64_t first = std::uint64_t{1} << bits;
    if (nanoseconds < first) return static_cast<std::size_t>(nanoseconds);
    const auto shift = static_cast<unsigned>(std::bit_width(nanoseconds)) - 1 - bits;
    const auto index = ((static_cast<std::size_t>(shift) + 1) << bits) +
                       static_cast<std::size_t>((nanoseconds >> shift) - first);
    return std::min(index, (octaves << bits) + first - 1);
}

std::uint64_t LatencyHistogram::upper_bound(std::size_t index) {
    constexpr std::uint64_t first = std::uint64_t{1} << bits;
    if (index < first) return index;
    const auto shift = (index >> bits) - 1;
    return (((index & (first - 1)) + first + 1) << shift) - 1;
}

void LatencyHistogram::add(const LatencyHistogram& other) {
    for (std::size_t i = 0; i < classes_.size(); ++i) classes_[i] += other.classes_[i];
    total_ += other.total_;
    sum_ += other.sum_;
    maximum_ = std::max(maximum_, other.maximum_);
}

double LatencyHistogram::mean() const {
    return total_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(total_);
}

std::uint64_t LatencyHistogram::percentile(double share) const {
    const auto rank = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(total_)));
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        seen += classes_[i];
        if (classes_[i] > 0 && seen >= rank) return std::min(upper_bound(i), maximum_);
    }
    return maximum_;
}

double LatencyHistogram::share_above(std::uint64_t nanoseconds) const {
    if (total_ == 0) return 0;
    std::uint64_t above = 0;
    for (auto i = class_of(nanoseconds) + 1; i < classes_.size(); ++i) above += classes_[i];
    return static_cast<double>(above) / static_cast<double>(total_);
}

}  // namespace fstune::probes
