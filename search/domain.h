// The values a parameter can take, as the search needs them: counted, sampled, put in order.
// A parameter's default and special values belong to it even where its domain leaves them out.
//
// Units: positions are fractions of the domain, 0 to 1, on the domain's own scale.
// Threads: safe.
#pragma once

#include <vector>

#include "knowledge/parameter.h"

namespace fstune::search {

// Whether near positions mean like values (false for choices and switches).
bool ordered(const knowledge::Parameter&);

// How many values there are, the default included.
double value_count(const knowledge::Parameter&);

// Equal shares of [0, 1) for equal steps of the domain's scale.
knowledge::Value value_at(const knowledge::Parameter&, double position);

// The middle of the value's share; for a choice its place in the list, scaled.
double position_of(const knowledge::Parameter&, const knowledge::Value&);

bool contains(const knowledge::Parameter&, const knowledge::Value&);

// Every value, or nothing where there are more than `limit`.
std::vector<knowledge::Value> all_values(const knowledge::Parameter&, std::size_t limit);

}  // namespace fstune::search
