// Reads the CSV line of bonnie++ 1.9x and 2.00 (format versions 1.96 to 1.98).
//
// Units: KiB/s for rates, as the program has them.
// Source: bonnie++ 2.00a bon_csv2html.cpp.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fstune::knowledge {

struct BonnieField {
    std::string name;             // "block_write_kib_s"
    std::optional<double> value;  // nothing: "+++++", too fast to time; or absent
    bool too_fast = false;
};

struct BonnieRun {
    std::string format, version, machine, file_size;
    std::vector<BonnieField> fields;
};

// Nothing where the line is no such CSV.
std::optional<BonnieRun> bonnie_line(std::string_view line);

}  // namespace fstune::knowledge
