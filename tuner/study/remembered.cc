#include "tuner/study/remembered.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace fstune::tuner {

namespace {

// Figures are counts and rates: nothing that fstune kept is beyond a double's whole numbers.
Figure read_figure(const std::string& name, const std::string& text) {
    constexpr double most = 0x1p53;
    if (text.empty()) return std::nullopt;
    double figure = 0;
    const auto* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, figure);
    if (problem == std::errc{} && stopped == end && std::abs(figure) <= most) return figure;
    return fail(
        ErrorCode::bad_input,
        fmt::format("the study keeps '{}' as '{}', which fstune did not write", name, text));
}

}  // namespace

Figure remembered(StudyStore& store, const std::string& name,
                  const std::function<Figure()>& find_out) {
    const auto kept = store.kept(name);
    if (!kept) return tl::unexpected(kept.error());
    if (kept->has_value()) return read_figure(name, **kept);
    auto found = find_out();
    if (!found) return found;
    const auto text = found->has_value() ? fmt::format("{}", **found) : "";
    if (auto written = store.keep(name, text); !written) return tl::unexpected(written.error());
    return found;
}

}  // namespace fstune::tuner
