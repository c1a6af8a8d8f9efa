// Small notes of measurements: before and after, writes with and without an option, a series over
// time, growth of a filesystem.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::optional<double> number_in(std::string_view line, std::string_view key) {
    const auto value = value_of(line, key);
    return value ? number_at_front<double>(*value) : std::nullopt;
}

// "before upgrade: ... read_ahead_kb=128" and "after ...: 460 MiB/s ; read_ahead_kb=65536"
struct State {
    bool found = false;
    double read_ahead_kb = 0;
    bool rotational = false;
};

void take_state(std::string_view line, std::string_view word, State& state) {
    if (!line.starts_with(word)) return;
    state.found = true;
    for (const auto* key : {"read_ahead_kb", "queue/read_ahead_kb"})
        if (const auto kb = number_in(line, key)) state.read_ahead_kb = *kb;
    state.rotational |=
        value_of(line, "queue/rotational") == "1" || value_of(line, "rotational") == "1";
}

std::pair<State, State> states_of(std::string_view text) {
    std::pair<State, State> states;
    for_each_line(text, [&](std::string_view line) {
        take_state(trim(line), "before", states.first);
        take_state(trim(line), "after", states.second);
    });
    return states;
}

bool is_before_after(std::string_view text) {
    const auto [before, after] = states_of(text);
    return before.found && after.found && before.read_ahead_kb > 0 && after.read_ahead_kb > 0;
}

void examine_before_after(std::string_view text, const Context& context, Findings& findings) {
    const auto [before, after] = states_of(text);
    if (before.read_ahead_kb == after.read_ahead_kb) return;
    const auto better = std::min(before.read_ahead_kb, after.read_ahead_kb);
    const Values values = {{"before_kb", before.read_ahead_kb},
                           {"after_kb", after.read_ahead_kb},
                           {"proposed_read_ahead_kb", better}};
    findings.push_back(finding(
        "read-ahead-changed", "read_ahead_kb",
        fmt::format(
            "read_ahead_kb changed from {} to {}: a changed default is the likely cause of the "
            "regression{}",
            before.read_ahead_kb, after.read_ahead_kb,
            after.rotational ? "; kernel 6.17 raised it for disks that say they rotate (commit "
                               "459779d04ae8), and cloud disks may say so wrongly"
                             : ""),
        fmt::format("set read_ahead_kb={} for random loads, and compare again", better), values));
    const bool random = text.find("random") != text.npos || writes_at_random(context);
    const bool throughput = text.find("iB/s") != text.npos || text.find("MB/s") != text.npos;
    if (random && throughput && after.read_ahead_kb > before.read_ahead_kb)
        findings.push_back(
            finding("read-amplification", "read throughput",
                    "higher throughput of the device is not better here: the requests are the "
                    "same, so the device "
                    "reads far more than was asked for: a regression",
                    fmt::format("restore read_ahead_kb={}; judge by device reads / requested bytes",
                                better),
                    values));
}

// "autodefrag=on write_rate_MBps=300": the same option on and off, with a rate of writes.
struct Write {
    std::string option, state;
    double rate = 0;
};

std::vector<Write> writes_of(std::string_view text) {
    std::vector<Write> writes;
    for_each_line(text, [&](std::string_view line) {
        if (is_comment(line) || line.find("write") == line.npos || writes.size() > 100) return;
        Write write;
        for (const auto word : split_words(line)) {
            const auto equals = word.find('=');
            if (equals == word.npos) continue;
            const auto key = word.substr(0, equals), value = word.substr(equals + 1);
            if (value == "on" || value == "off")
                write.option = key, write.state = value;
            else if (key.starts_with("write"))
                write.rate = number_at_front<double>(value).value_or(0);
        }
        if (!write.option.empty() && write.rate > 0) writes.push_back(std::move(write));
    });
    return writes;
}

bool is_writes(std::string_view text) { return writes_of(text).size() >= 2; }

void examine_writes(std::string_view text, const Context& context, Findings& findings) {
    const auto writes = writes_of(text);
    for (const auto& on : writes)
        for (const auto& off : writes) {
            if (on.option != off.option || on.state != "on" || off.state != "off") continue;
            const auto ratio = on.rate / off.rate;
            if (ratio < 1.5) continue;
            findings.push_back(finding(
                "write-amplification", on.option,
                fmt::format("{} writes {:.3g} times as much for the same work ({:g} against {:g})",
                            on.option, ratio, on.rate, off.rate),
                fmt::format(
                    "do not use {} here, even if a read probe improves; compare sectors written by "
                    "the device with bytes asked",
                    on.option),
                {{"ratio", ratio}, {"option", on.option}}));
        }
    if (text.find("autodefrag") != text.npos && context.kernel && context.kernel->major == 5 &&
        context.kernel->minor == 16)
        findings.push_back(
            finding("autodefrag-broken", "autodefrag",
                    "autodefrag is broken in kernel 5.16: it rewrites files without end",
                    "remove autodefrag, or use another kernel"));
}

// "t_min=30 1720": a time and a value a line.
std::vector<double> series_of(std::string_view text) {
    std::vector<double> values;
    for_each_line(text, [&](std::string_view line) {
        const auto words = split_words(line);
        if (words.size() != 2 || !words[0].starts_with("t") || words[0].find('=') == words[0].npos)
            return;
        if (const auto value = number_of<double>(words[1]); value && values.size() < 100000)
            values.push_back(*value);
    });
    return values;
}

bool is_series(std::string_view text) { return series_of(text).size() >= 4; }

double mean(const std::vector<double>& values, std::size_t from, std::size_t to) {
    double sum = 0;
    for (auto i = from; i < to; ++i) sum += values[i];
    return sum / static_cast<double>(to - from);
}

// The cut that leaves the least squares on both sides.
std::size_t best_cut(const std::vector<double>& values) {
    const auto n = values.size();
    std::vector<double> sums(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + values[i];
    std::size_t best = 2;
    double most = -1;
    for (std::size_t cut = 2; cut + 2 <= n; ++cut) {
        const auto left = sums[cut] * sums[cut] / static_cast<double>(cut);
        const auto right =
            (sums[n] - sums[cut]) * (sums[n] - sums[cut]) / static_cast<double>(n - cut);
        if (left + right > most) most = left + right, best = cut;
    }
    return best;
}

void examine_series(std::string_view text, const Context&, Findings& findings) {
    const auto values = series_of(text);
    if (values.size() < 4) return;
    const auto cut = best_cut(values);
    const auto early = mean(values, 0, cut), late = mean(values, cut, values.size());
    double spread = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
        spread = std::max(spread, std::abs(values[i] - (i < cut ? early : late)));
    if (std::abs(early - late) < 0.1 * std::max(early, late) ||
        spread > 0.5 * std::abs(early - late))
        return;
    // The first value after a fall may still be on its way down.
    std::vector<double> steady(values.begin() + static_cast<std::ptrdiff_t>(cut), values.end());
    std::ranges::sort(steady);
    const auto middle = steady[steady.size() / 2];
    findings.push_back(finding(
        "level-shift", "series",
        fmt::format(
            "the level shifts from about {:.4g} to about {:.4g} after {} values: the early part is "
            "another state of the device (a fresh SSD, a cache)",
            early, middle, cut),
        "discard the early part and report the steady value; write the whole device before "
        "measuring "
        "(pre-conditioning), and interleave what is compared: A first and B later would make B "
        "look worse",
        {{"early", early}, {"steady", middle}, {"discard_values", whole(cut)}}));
}

// "block size 4096, blocks/group 32768, descriptor size 64, planned block count N"
bool is_resize(std::string_view text) {
    return text.find("too many block group descriptors") != text.npos ||
           (text.find("planned block count") != text.npos && text.find("block size") != text.npos);
}

void examine_resize(std::string_view text, const Context&, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        const auto count_text = between(line, "block count ");
        if (!count_text || findings.size() > 100) return;
        const auto count = number_at_front<std::uint64_t>(*count_text);
        if (!count) return;
        std::uint64_t block = 4096;
        if (const auto size = between(line, "block size "))
            block = number_at_front<std::uint64_t>(*size).value_or(4096);
        else if (line.find("1 KiB blocks") != line.npos)
            block = 1024;
        else if (line.find("2 KiB blocks") != line.npos)
            block = 2048;
        if (block < 1024 || block > 65536) return;
        std::uint64_t descriptor = 64;
        if (const auto size = between(line, "descriptor size "))
            descriptor = std::clamp<std::uint64_t>(
                number_at_front<std::uint64_t>(*size).value_or(64), 32, 1024);
        const auto per_group = block * 8;
        const auto limit = times(times(per_group, block / descriptor), times(per_group, block));
        const auto groups = *count / per_group + (*count % per_group != 0);
        const auto descriptors = static_cast<double>(groups) * static_cast<double>(descriptor) /
                                 static_cast<double>(block);
        findings.push_back(finding(
            "growth-limit", fmt::format("{}-byte blocks", block),
            fmt::format(
                "without meta_bg the descriptors of all groups must fit one group: {} at most; {} "
                "need {:.1f} of {} descriptor blocks",
                format_size(limit), format_size(times(*count, block)), descriptors, per_group),
            block < 4096
                ? "make it anew with 4 KiB blocks: -b 1024 is not for filesystems that grow"
                : "plan the final size: make it at that size, or with -O meta_bg,^resize_inode; "
                  "mind "
                  "that inodes stay below 2^32",
            {{"limit_bytes", whole(limit)},
             {"descriptor_blocks", descriptors},
             {"descriptor_blocks_most", whole(per_group)}}));
    });
    if (findings.empty())
        findings.push_back(finding("growth-limit", "ext4",
                                   "the group descriptors no longer fit one group",
                                   "make it at its final size, or with -O meta_bg,^resize_inode"));
}

}  // namespace

Kind before_after_kind() {
    return {"before-after", "before and after lines with read_ahead_kb=", is_before_after, nullptr,
            examine_before_after};
}
Kind writes_kind() {
    return {"write-rates",  "an option on and off with its write rate",
            is_writes,      nullptr,
            examine_writes, true};
}
Kind series_kind() {
    return {"series", "a series t=TIME VALUE", is_series, nullptr, examine_series, true};
}
Kind resize_kind() { return {"resize", "resize2fs messages", is_resize, nullptr, examine_resize}; }

}  // namespace fstune::knowledge::diagnosis
