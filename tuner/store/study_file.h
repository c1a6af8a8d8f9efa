// A study's file before SQLite sees it. SQLite would make a database of an empty file, wait for a
// pipe, write over what a link leads to, and read some names as addresses (":memory:", "file:...").
//
// Errors: failed (cannot be made or read), bad_input (no study, and what it is instead), usage (a
// name that cannot be used). Nothing is changed that is not a study.
// Effects: make_study_file() makes the file, with mode 0600.
#pragma once

#include <string>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::tuner {

Result<void> make_study_file(const std::string& path);

// Whether it could be made; leaves nothing.
Result<void> try_study_file(const std::string& path);

// A regular file that begins as a study does, and beside it only what SQLite left of it.
Result<void> recognise_study_file(const std::string& path);

// Held by the one who writes: two fstunes would make the same trial. Errors: refused, where another
// one holds it.
Result<probes::UniqueFd> lock_study_file(const std::string& path);

// How SQLite is told of it: to make it, to write to it, and to read it even where nothing can be
// written.
std::string sqlite_name(const std::string& path);
Result<std::string> sqlite_name_to_write(const std::string& path);
Result<std::string> sqlite_name_to_read(const std::string& path);

}  // namespace fstune::tuner
