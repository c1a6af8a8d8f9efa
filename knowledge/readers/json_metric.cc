#include "knowledge/readers/json_metric.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "knowledge/readers/json_part.h"
#include "knowledge/readers/last_words.h"
#include "knowledge/readers/metric_pattern.h"

namespace fstune::knowledge {

using nlohmann::json;

Result<void> check_json_pointer(const std::string& pointer) {
    try {
        const json::json_pointer read(pointer);
        return {};
    } catch (const json::exception&) {
        return fail(ErrorCode::usage,
                    fmt::format("'{}' is no JSON pointer, which is like /results/0/rate",
                                last_words(pointer, 100)));
    }
}

Result<json> json_of_output(std::string_view output) {
    if (output.size() > longest_metric_json)
        return fail(ErrorCode::bad_input,
                    fmt::format("the output has {} bytes, and JSON of more than {} is not read",
                                output.size(), longest_metric_json));
    auto whole = json::parse(output, nullptr, false);
    if (!whole.is_discarded()) return whole;
    if (const auto part = json_part(output)) whole = json::parse(part->json, nullptr, false);
    if (whole.is_discarded()) return fail(ErrorCode::bad_input, "there is no whole JSON in it");
    return whole;
}

Result<double> json_number(const json& value) {
    if (value.is_string()) return metric_number(value.get_ref<const std::string&>());
    if (!value.is_number() || !std::isfinite(value.get<double>()))
        return fail(ErrorCode::bad_input,
                    fmt::format("it is {} and no finite number", value.type_name()));
    return value.get<double>();
}

Result<double> json_metric(std::string_view output, const std::string& pointer) {
    const auto whole = json_of_output(output);
    if (!whole) return tl::unexpected(whole.error());
    try {
        const json::json_pointer place(pointer);
        if (!whole->contains(place))
            return fail(ErrorCode::bad_input, fmt::format("there is nothing at {}", pointer));
        auto number = json_number(whole->at(place));
        if (!number) return wrap(number.error(), pointer);
        return number;
    } catch (const json::exception& problem) {
        return fail(ErrorCode::bad_input, problem.what());
    }
}

}  // namespace fstune::knowledge
