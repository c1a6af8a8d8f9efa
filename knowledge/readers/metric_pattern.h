// Finds a metric in a program's output by a regular expression (Perl's, as Boost.Regex has it):
// the first group of the first match is the number. '.' does not match the end of a line; '^' and
// '$' match at each line.
//
// Errors: usage, where the text is no regular expression or has no group; bad_input, where nothing
// matches, the group is no finite number, or matching took too much (Boost.Regex stops itself).
// Threads: safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

class MetricPattern {
  public:
    static Result<MetricPattern> read(const std::string& text);
    Result<double> find(std::string_view output) const;

  private:
    struct Compiled;
    explicit MetricPattern(std::shared_ptr<const Compiled> compiled)
        : compiled_(std::move(compiled)) {}
    std::shared_ptr<const Compiled> compiled_;
};

// A finite number and nothing else but blanks around it.
Result<double> metric_number(std::string_view text);

}  // namespace fstune::knowledge
