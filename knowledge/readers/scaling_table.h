// Reads the text of `fstune probe --scaling`: total throughput by how many folders were used at
// once, as the published tables of drives an adapter. Its CSV is read as any table is
// (tables/read_series.h).
//
// Units: the rate in `unit`; the efficiency as a share of that many times one folder alone.
// Errors: bad_input. Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct ScalingRow {
    std::string workload, identifier, unit;
    int folders = 0;
    double total = 0;
    std::optional<double> deviation = {};  // standard, between the runs
    double per_folder = 0, slowest = 0;    // mean; lowest of any run
    double efficiency = 0;
    int runs = 0;
};

// "Scaling of seq-write (MB/s)": the line above a table.
std::string scaling_title(const std::string& workload, const std::string& unit);

bool is_scaling_table(std::string_view text);
Result<std::vector<ScalingRow>> read_scaling_table(std::string_view text);

}  // namespace fstune::knowledge
