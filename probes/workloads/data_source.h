// Data to write: never zeros, of a chosen compressibility, and no two blocks alike, so that
// neither a filesystem nor a device can store less than it claims to.
//
// Effects: allocates its pool at once. Threads: one at a time.
#pragma once

#include <cstdint>
#include <deque>

#include "probes/workloads/aligned.h"

namespace fstune::probes {

class DataSource {
  public:
    // `largest`: of the blocks asked for. The pool is larger than what a filesystem compresses as
    // one piece (128 KiB in btrfs), so that the pool's own repetition cannot be seen.
    DataSource(double compressible, std::uint64_t seed, std::size_t largest);

    // The next `size` bytes, aligned to 4 KiB; good until the next call.
    const char* next(std::size_t size);

  private:
    std::size_t size_;
    AlignedBuffer pool_;
    std::size_t at_ = 0;
    std::uint64_t stamp_;
};

// The same for many blocks of one size that are under way at once: what was taken does not change
// until it is given back.
class DataPool {
  public:
    DataPool(double compressible, std::uint64_t seed, std::size_t block, std::size_t at_once);

    char* take();  // at most `at_once` may be out
    void give_back(char* block) { free_.push_back(block); }

  private:
    std::size_t block_;
    AlignedBuffer pool_;
    std::uint64_t stamp_;
    std::deque<char*> free_;
};

}  // namespace fstune::probes
