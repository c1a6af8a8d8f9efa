// The steps of working with small files, relative to an open directory.
//
// Errors: failed with the name and the system's reason.
// Threads: safe.
#pragma once

#include <cstddef>

#include "knowledge/error.h"

namespace fstune::probes {

// A file that must not exist yet, with its data; `sync`: on the device before it is closed.
Result<void> write_new(int directory, const char* name, const char* data, std::size_t size,
                       bool sync);
Result<void> append(int directory, const char* name, const char* data, std::size_t size, bool sync);
// All of it, in pieces of the buffer; gives the number of bytes.
Result<std::size_t> read_whole(int directory, const char* name, char* buffer,
                               std::size_t buffer_size);
Result<void> remove(int directory, const char* name);

tl::unexpected<Error> file_error(const char* what, const char* name, int number);

}  // namespace fstune::probes
