// A recorded table of configurations and their repeats (format: tests/data/surfaces/README.md),
// as a space to search and a truth to judge by.
//
// Errors: bad_input, naming the file and line.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"
#include "search/space.h"
#include "search/strategy.h"

namespace fstune::bench {

struct Cell {
    knowledge::Configuration configuration;  // complete
    std::vector<double> values;              // empty: infeasible
    double truth() const;                    // mean of the values
    double relative_range() const;
};

struct Surface {
    std::string name;
    search::Space space{{}, {}};
    search::Direction direction = search::Direction::maximize;
    std::vector<Cell> cells;
    std::size_t default_cell = 0;
    std::string default_filesystem;

    double best() const;                    // truth of the best stable cell
    double regret(const Cell& cell) const;  // share of the best, at least 0
    std::vector<std::size_t> nearest(const knowledge::Configuration&) const;  // ties: several
};

Result<Surface> read_surface(const std::string& path);
Result<std::vector<Surface>> read_surfaces(const std::string& directory);

}  // namespace fstune::bench
