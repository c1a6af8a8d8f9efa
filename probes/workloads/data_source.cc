#include "probes/workloads/data_source.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace fstune::probes {

namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t smallest_pool = std::size_t{256} << 10;
constexpr std::size_t piece = 512;  // holds noise first, then what compresses away
constexpr std::uint64_t filler = 0x5a5a5a5a5a5a5a5aULL;

std::size_t pool_size(std::size_t largest) {
    return std::max(smallest_pool, (largest + page - 1) / page * page);
}

}  // namespace

DataSource::DataSource(double compressible, std::uint64_t seed, std::size_t largest)
    : size_(pool_size(largest)), pool_(aligned_buffer(size_)), stamp_(seed << 32U) {
    std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15ULL);
    const auto noise = static_cast<std::size_t>(piece * (1 - std::clamp(compressible, 0.0, 1.0)));
    for (std::size_t i = 0; i < size_; i += sizeof(std::uint64_t)) {
        const std::uint64_t word = i % piece < noise ? random() : filler;
        std::memcpy(&pool_[i], &word, sizeof word);
    }
}

const char* DataSource::next(std::size_t size) {
    if (at_ + size > size_) at_ = 0;
    char* const block = &pool_[at_];
    for (std::size_t i = 0; i < size; i += page) {
        ++stamp_;
        std::memcpy(block + i, &stamp_, std::min(sizeof stamp_, size - i));
    }
    at_ += (size + page - 1) / page * page;
    return block;
}

void DataSource::copy_next(char* to, std::size_t size) { std::memcpy(to, next(size), size); }

}  // namespace fstune::probes
