#include "knowledge/readers/metric_pattern.h"

#include <fmt/format.h>

// How many states a search may look at before it gives up: a second of them. Boost's own limit
// is five times that.
#define BOOST_REGEX_MAX_STATE_COUNT 20000000
#include <boost/regex.hpp>
#include <cmath>

#include "knowledge/readers/last_words.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge {

struct MetricPattern::Compiled {
    boost::regex expression;
};

Result<MetricPattern> MetricPattern::read(const std::string& text) {
    try {
        auto compiled = std::make_shared<Compiled>();
        compiled->expression.assign(text, boost::regex::perl);
        if (compiled->expression.mark_count() == 0)
            return fail(ErrorCode::usage,
                        "has no group: put the number in parentheses, as in 'rate=([0-9.]+)'");
        return MetricPattern(std::move(compiled));
    } catch (const std::exception& problem) {
        return fail(ErrorCode::usage,
                    fmt::format("is no regular expression: {}", last_words(problem.what())));
    }
}

Result<double> MetricPattern::find(std::string_view output) const {
    boost::cmatch match;
    try {
        if (!boost::regex_search(output.data(), output.data() + output.size(), match,
                                 compiled_->expression, boost::match_not_dot_newline))
            return fail(ErrorCode::bad_input, "the regular expression matches nothing");
    } catch (const std::exception& problem) {
        return fail(ErrorCode::bad_input, fmt::format("the regular expression took too much: {}",
                                                      last_words(problem.what())));
    }
    if (!match[1].matched)
        return fail(ErrorCode::bad_input, "the regular expression's first group matches nothing");
    return metric_number({match[1].first, static_cast<std::size_t>(match[1].length())});
}

Result<double> metric_number(std::string_view text) {
    const auto number = number_of<double>(trim(text));
    if (!number || !std::isfinite(*number))
        return fail(ErrorCode::bad_input,
                    fmt::format("'{}' is no finite number", last_words(text, 60)));
    return *number;
}

}  // namespace fstune::knowledge
