// A catalogue file's row: a parameter, how its value is written on a command line, how it is read
// back, and when it applies. Only the catalogue, command lines and read-back use it.
// Units: as the parameter's.
// Errors: bad_input, naming file and field.
// Threads: entries() is safe, constant after first use.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/parameter.h"

namespace fstune::knowledge {

// How a value becomes text. `texts` by to_text(value); any other value goes through `text`, where
// {} stands for the value.
struct WriteRule {
    std::string option;      // mkfs flag: "-d"; rows with the same flag are joined by commas.
                             // queue: the attribute, where it is not the field
    std::string bare;        // the value for which the flag stands alone
    std::string appends_to;  // field whose text this one is put behind (a level behind its kind)
    std::string part_of;     // mount option of which this is one part: all parts are written as
                             // soon as one is set, joined by colons
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
    bool product = false;             // value = group 1 * group 2
    std::string over;                 // value is also divided by the number that this pattern finds
    std::int64_t within = 0;          // what rounding may change, as a number and
    std::int64_t within_percent = 0;  // as a share
    std::string scale_by;             // value is also times the number that this pattern finds
    std::string matched = "on";       // boolean: the value when found
    std::string absent;               // the value when not found; empty: not known then
    std::map<std::string, std::vector<std::string>> as;  // value -> what it may show as
};

struct Entry {
    Parameter parameter;  // default_value is unset where default_rule says how to find it
    std::string default_rule;
    WriteRule write;
    ReadRule read;
    std::string not_read;                            // why there is no way to read it back
    std::vector<Value> outside;                      // just outside the domain: refused or changed
    std::map<std::string, std::string> value_since;  // value -> first version that has it
    std::string not_tried;                           // why no test can set it on its own
};

// The catalogue's word on a filesystem as a whole.
struct FilesystemEntry {
    std::string name;
    std::uint64_t minimum_size = 0;  // bytes
    std::string until;               // "kernel 6.12": the last that has it
    std::string source;              // of minimum_size and until
};

struct CatalogueFile {
    FilesystemEntry filesystem;
    std::vector<Entry> entries;
};

Result<CatalogueFile> read_catalogue_file(const std::string& file, const std::string& json);

// All entries of the built-in catalogue; aborts on a broken file (a test reads them all).
const std::vector<Entry>& entries();
const Entry* find_entry(const std::string& name);
const FilesystemEntry* find_filesystem(const std::string& name);

// The attribute below queue/ of a queue parameter.
const std::string& queue_attribute(const Entry& entry);

}  // namespace fstune::knowledge
