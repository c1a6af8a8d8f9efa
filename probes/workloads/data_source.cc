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

void fill(char* pool, std::size_t size, double compressible, std::uint64_t seed) {
    std::mt19937_64 random(seed ^ 0x9e3779b97f4a7c15ULL);
    const auto noise = static_cast<std::size_t>(piece * (1 - std::clamp(compressible, 0.0, 1.0)));
    for (std::size_t i = 0; i < size; i += sizeof(std::uint64_t)) {
        const std::uint64_t word = i % piece < noise ? random() : filler;
        std::memcpy(&pool[i], &word, sizeof word);
    }
}

// Makes each page another than it ever was.
void stamp_pages(char* block, std::size_t size, std::uint64_t& stamp) {
    for (std::size_t i = 0; i < size; i += page) {
        ++stamp;
        std::memcpy(block + i, &stamp, std::min(sizeof stamp, size - i));
    }
}

}  // namespace

DataSource::DataSource(double compressible, std::uint64_t seed, std::size_t largest)
    : size_(pool_size(largest)), pool_(aligned_buffer(size_)), stamp_(seed << 32U) {
    fill(pool_.get(), size_, compressible, seed);
}

const char* DataSource::next(std::size_t size) {
    if (at_ + size > size_) at_ = 0;
    char* const block = &pool_[at_];
    stamp_pages(block, size, stamp_);
    at_ += (size + page - 1) / page * page;
    return block;
}

DataPool::DataPool(double compressible, std::uint64_t seed, std::size_t block, std::size_t at_once)
    : block_(block), stamp_(seed << 32U) {
    const auto size = std::max(smallest_pool + block * at_once, block * (at_once + 1));
    const auto step = (block + page - 1) / page * page;
    pool_ = aligned_buffer(size / step * step);
    fill(pool_.get(), size / step * step, compressible, seed);
    for (std::size_t at = 0; at + step <= size; at += step) free_.push_back(&pool_[at]);
}

char* DataPool::take() {
    char* const block = free_.front();
    free_.pop_front();
    stamp_pages(block, block_, stamp_);
    return block;
}

}  // namespace fstune::probes
