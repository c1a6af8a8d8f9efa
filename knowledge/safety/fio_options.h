// What an option of a fio job may do to the machine, by kind. A job is run as root, so only options
// that are known to stay within the job's folder are let through; one that is not listed is
// refused.
//
// Source: fio 3.33 options.c (names and their aliases), HOWTO.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fstune::knowledge {

enum class FioOptionKind {
    workload,     // how much is read and written, and how: numbers, sizes, fio's own words
    word,         // one of fio's own words, but the option would take a path too
    file_names,   // names of files, with colons between
    name_format,  // of files
    engine,       // an I/O engine
};

// Nothing for an option that is not let through.
std::optional<FioOptionKind> fio_option_kind(std::string_view name);

// Why the option is not let through; what to do.
std::string why_not_fio_option(std::string_view name);

// What is wrong with the value, where something is.
std::optional<std::string> wrong_fio_value(FioOptionKind kind, std::string_view value);

// Whether a job, or a file, may have this name: a name in a folder and no path.
bool is_plain_file_name(std::string_view name);

}  // namespace fstune::knowledge
