// What the columns of a table of measurements mean, told by their names.
//
// Errors: usage, for a column asked for that the table does not have; bad_input where the names
// leave no value to compare.
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/readers/tables/grid.h"

namespace fstune::knowledge {

// What the user said; empty: told by the names.
struct ColumnNames {
    std::string phase = {}, variant = {}, value = {}, block = {}, order = {};
};

struct Columns {
    std::optional<std::size_t> phase, variant, block, order;
    std::vector<std::size_t> values;      // several: each is a variant of its own
    std::vector<std::size_t> conditions;  // "threads", "processes": each combination is compared
    std::optional<std::size_t> count, mean, deviation;  // a table of summaries
};

Result<Columns> columns_of(const Row& header, const std::vector<Row>& rows,
                           const ColumnNames& asked);

// Whether less is better, by the name of a metric or unit: "latency_ms", "seconds".
bool less_is_better(const std::string& metric);

}  // namespace fstune::knowledge
