#include "tuner/cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "knowledge/units.h"
#include "tuner/report/format.h"

namespace fstune::tuner {

namespace {

constexpr int bar_width = 20;
constexpr double plain_every = 10;  // seconds between two plain lines of one stage

std::string bar(double share) {
    const int full = static_cast<int>(std::clamp(share, 0.0, 1.0) * bar_width);
    return "[" + std::string(static_cast<std::size_t>(full), '#') +
           std::string(static_cast<std::size_t>(bar_width - full), '-') + "]";
}

// Time or trials: whatever runs out first.
double share_done(const StudyProgress& progress) {
    const double time =
        progress.total_seconds > 0 ? progress.used_seconds / progress.total_seconds : 0;
    const auto all = static_cast<double>(progress.done + progress.expected);
    return std::max(time, all > 0 ? static_cast<double>(progress.done) / all : 0);
}

std::string best_text(const StudyProgress& progress, const std::string& unit) {
    if (!progress.best) return "";
    return fmt::format("  best {}{}{}", format_value(*progress.best), unit.empty() ? "" : " ",
                       unit);
}

std::string left_text(const StudyProgress& progress) {
    const auto left = std::max(0.0, progress.total_seconds - progress.used_seconds);
    const auto whole = std::chrono::seconds(static_cast<std::int64_t>(left));
    return fmt::format("  {} left", knowledge::format_duration(whole));
}

void put(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

ProgressStyle progress_style(bool quiet) {
    const char* term = std::getenv("TERM");
    const char* no_color = std::getenv("NO_COLOR");
    ProgressStyle style{.quiet = quiet};
    style.terminal =
        isatty(STDERR_FILENO) == 1 && term != nullptr && std::string_view(term) != "dumb";
    style.color = style.terminal && (no_color == nullptr || *no_color == '\0');
    winsize size = {};
    if (style.terminal && ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        style.width = size.ws_col;
    return style;
}

std::string progress_line(const StudyProgress& progress, const std::string& unit,
                          const ProgressStyle& style) {
    const auto drawn = bar(share_done(progress));
    auto line = fmt::format("{} {}  {} of about {}{}{}  {}", drawn, progress.stage, progress.done,
                            progress.done + progress.expected, best_text(progress, unit),
                            left_text(progress), progress.best_configuration);
    // The last column stays free: a full line would wrap.
    line = line.substr(0, static_cast<std::size_t>(std::max(style.width - 1, 1)));
    if (style.color && line.size() > drawn.size())
        line = "\033[32m" + drawn + "\033[0m" + line.substr(drawn.size());
    return line;
}

Progress::Progress(ProgressStyle style, std::string unit) : style_(style), unit_(std::move(unit)) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
    if (drawn_) put("\r\033[K");
    drawn_ = false;
}

void Progress::stage(const std::string& name) {
    if (style_.quiet || style_.terminal) return;
    put(name + "\n");
    next_plain_ = 0;
}

void Progress::trial(const StoredTrial&, const StudyProgress& progress) {
    if (style_.quiet) return;
    const auto line = progress_line(progress, unit_, style_);
    if (style_.terminal) {
        put("\r\033[K" + line);
        drawn_ = true;
    } else if (progress.used_seconds >= next_plain_) {
        put(line + "\n");
        next_plain_ = progress.used_seconds + plain_every;
    }
}

void Progress::warning(const std::string& text) {
    if (style_.silent || !said_.insert(text).second) return;
    clear();
    put("warning: " + text + "\n");
}

}  // namespace fstune::tuner
