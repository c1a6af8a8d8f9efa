// A catalogue file's row: a parameter, how its value is written on a command line, how it is read
// back, and when it applies. Only the catalogue, command lines and read-back use it.
// Units: as the parameter's.
// Errors: bad_input, naming file and field.
// Threads: entries() is safe, constant after first use.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

// How a value becomes text. `texts` by to_text(value); any other value goes through `text`, where
// {} stands for the value.
struct WriteRule {
    std::string option;      // mkfs flag: "-d"; rows with the same flag are joined by commas
    std::string appends_to;  // field whose text this one is put behind (a level behind its kind)
    std::string text;
    std::map<std::string, std::string> texts;
};

// How a value is found again.
struct ReadRule {
    enum class From { nowhere, mount, superblock, queue };
    From from = From::nowhere;
    std::string pattern;     // ECMAScript; group 1 is the value (boolean: found or not)
    std::int64_t scale = 1;  // value = number found * scale / divide
    std::int64_t divide = 1;
    bool product = false;        // value = group 1 * group 2
    std::string scale_by;        // value is also times the number that this pattern finds
    std::string matched = "on";  // boolean: the value when found
    std::string absent;          // the value when not found; empty: not known then
    std::map<std::string, std::vector<std::string>> as;  // value -> what it may show as
};

struct Entry {
    Parameter parameter;  // default_value is unset where default_rule says how to find it
    std::string default_rule;
    WriteRule write;
    ReadRule read;
    bool searched = true;
    std::string not_searched;  // why
};

Result<std::vector<Entry>> read_entries(const std::string& file, const std::string& json);

// All entries of the built-in catalogue; aborts on a broken file (a test reads them all).
const std::vector<Entry>& entries();
const Entry* find_entry(const std::string& name);

}  // namespace fstune::knowledge
