#include "knowledge/units.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace fstune::knowledge {

namespace {

// A number at the front of `text`, which is moved past it.
std::optional<double> take_number(std::string_view& text) {
    double number = 0;
    const auto [end, problem] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    if (problem != std::errc{} || !std::isfinite(number) || number < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

std::string_view take_letters(std::string_view& text) {
    std::size_t length = 0;
    while (length < text.size() && (std::isalpha(static_cast<unsigned char>(text[length])) != 0))
        ++length;
    const auto letters = text.substr(0, length);
    text.remove_prefix(length);
    return letters;
}

std::optional<double> size_multiple(std::string_view unit) {
    if (unit.empty() || unit == "b" || unit == "B") return 1;
    const auto power =
        std::string_view("kmgtp").find(static_cast<char>(std::tolower(unit.front())));
    const auto rest = unit.substr(1);
    if (power == std::string_view::npos ||
        !(rest.empty() || rest == "iB" || rest == "B" || rest == "ib"))
        return std::nullopt;
    return std::pow(1024.0, static_cast<double>(power + 1));
}

std::optional<double> seconds_in(std::string_view unit) {
    if (unit.empty() || unit == "s") return 1;
    if (unit == "ms") return 1e-3;
    if (unit == "m" || unit == "min") return 60;
    if (unit == "h") return 3600;
    return std::nullopt;
}

tl::unexpected<Error> malformed(std::string_view what, std::string_view text,
                                std::string_view forms) {
    return fail(ErrorCode::usage,
                fmt::format("'{}' is not a {}; write it like {}", text, what, forms));
}

}  // namespace

Result<std::uint64_t> parse_size(std::string_view text) {
    auto rest = text;
    const auto number = take_number(rest);
    const auto multiple = size_multiple(take_letters(rest));
    constexpr auto limit = static_cast<double>(std::numeric_limits<std::int64_t>::max());
    if (!number || !multiple || !rest.empty() || *number * *multiple >= limit)
        return malformed("size", text, "4096, 64k, 2G or 1.5T");
    return static_cast<std::uint64_t>(std::llround(*number * *multiple));
}

Result<std::chrono::nanoseconds> parse_duration(std::string_view text) {
    constexpr double longest = 1e9;  // seconds; 30 years
    auto rest = text;
    double seconds = 0;
    do {
        const auto number = take_number(rest);
        const auto unit = seconds_in(take_letters(rest));
        if (!number || !unit) return malformed("time", text, "90s, 10m or 1h30m");
        seconds += *number * *unit;
    } while (!rest.empty());
    if (seconds > longest) return malformed("time", text, "90s, 10m or 1h30m");
    return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

Result<double> parse_share(std::string_view text) {
    auto rest = text;
    const auto number = take_number(rest);
    if (!number || !(rest.empty() || rest == "%")) return malformed("share", text, "2% or 0.02");
    const double share = rest.empty() ? *number : *number / 100;
    if (share > 1 && rest.empty()) return malformed("share", text, "2% or 0.02");
    return share;
}

std::string format_size(std::uint64_t bytes) {
    constexpr std::string_view units = "KMGTPE";
    if (bytes < 1024) return fmt::format("{} B", bytes);
    auto value = static_cast<double>(bytes) / 1024;
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) value /= 1024, ++unit;
    return fmt::format("{:.4g} {}iB", value, units[unit]);
}

std::string format_duration(std::chrono::nanoseconds duration) {
    const double seconds = static_cast<double>(duration.count()) / 1e9;
    if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1000);
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    if (whole < 3600) return fmt::format("{} m {} s", whole / 60, whole % 60);
    return fmt::format("{} h {} m", whole / 3600, whole % 3600 / 60);
}

}  // namespace fstune::knowledge
