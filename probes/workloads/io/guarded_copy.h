// Copies from or to a mapped file. Where the file has no such page any more, or the device cannot
// give it, the kernel sends SIGBUS instead of an error; this turns it back into one.
//
// Effects: the first call puts a SIGBUS handler in place, for the life of the process; a SIGBUS
// from anywhere else still ends it.
// Threads: safe.
#pragma once

#include <cstddef>

namespace fstune::probes {

// False where the memory could not be had; part may have been copied.
bool guarded_copy(void* to, const void* from, std::size_t size);

}  // namespace fstune::probes
