// Memory aligned for direct I/O (4 KiB).
#pragma once

#include <cstdlib>
#include <memory>
#include <new>

namespace fstune::probes {

struct Free {
    void operator()(void* memory) const { std::free(memory); }
};
using AlignedBuffer = std::unique_ptr<char[], Free>;

inline AlignedBuffer aligned_buffer(std::size_t size) {
    constexpr std::size_t alignment = 4096;
    const std::size_t whole = (size + alignment - 1) / alignment * alignment;
    auto* memory = static_cast<char*>(std::aligned_alloc(alignment, whole));
    if (memory == nullptr) throw std::bad_alloc();
    return AlignedBuffer(memory);
}

}  // namespace fstune::probes
