// Reads what `fstune compare` is given: files of numbers in any form that knowledge/readers/tables
// knows, studies of fstune, and what fstune probe, fio, tiobench, fs_mark, postmark, dbench and
// bonnie++ print. Where all files name the same variant, each file is one of its own.
//
// Errors: failed (cannot be read), bad_input, each naming the file.
// Effects: reads the files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/readers/tables/columns.h"
#include "knowledge/readers/tables/series.h"
#include "search/strategy.h"

namespace fstune::tuner {

struct CompareInput {
    std::vector<knowledge::Series> series;       // in the order given
    std::optional<search::Direction> direction;  // where a study says it
};

Result<CompareInput> read_inputs(const std::vector<std::string>& paths,
                                 const knowledge::ColumnNames& columns);

}  // namespace fstune::tuner
