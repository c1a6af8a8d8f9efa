// Reads fstab lines. Comments, blank lines and what follows the sixth field are kept, so that a
// corrected copy differs only in what was corrected.
//
// Errors: none: a line that is no entry is kept as it is and has fewer than two fields.
// Source: fstab(5) of util-linux 2.38.
// Threads: safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

struct FstabEntry {
    int line = 0;  // from 1
    std::string source, target, filesystem;
    std::vector<std::string> options;  // as written; empty where the field is missing
    int dump = 0, pass = 0;
    int fields = 0;  // how many are present; 4 and 5 are legal
    bool numbers_valid = true;

    bool has(std::string_view name) const;  // "compress" matches "compress=zstd" too
};

struct FstabLine {
    std::string text;  // without its end
    int entry = -1;    // index into entries; -1: comment, blank
};

struct Fstab {
    std::vector<FstabLine> lines;
    std::vector<FstabEntry> entries;
    bool crlf = false;
    bool ends_with_newline = true;
};

// A line that could be of an fstab: at least three fields, a source and a target of known forms.
bool is_fstab_line(std::string_view line);

Fstab read_fstab(std::string_view text);

// The line with its option field, dump and pass replaced by the entry's; blanks between fields
// and trailing comments are kept.
std::string rewritten(std::string_view line, const FstabEntry& entry);

std::string_view option_name(std::string_view option);   // "compress" of "compress=zstd"
std::string_view option_value(std::string_view option);  // "zstd"; "" where none

// Splits at commas outside quotes: context="a,b" is one option.
std::vector<std::string> split_options(std::string_view field);

}  // namespace fstune::knowledge
