// Small notes of measurements: before and after, writes with and without an option, a series over
// time, growth of a filesystem.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
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
    if (!to_lower(line.substr(0, word.size())).starts_with(word)) return;
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
        if (is_comment(line) || line.find("writ") == line.npos || writes.size() > 100) return;
        Write write;
        for (const auto word : split_words(line)) {
            const auto equals = word.find('=');
            if (equals == word.npos) continue;
            const auto key = word.substr(0, equals), value = word.substr(equals + 1);
            if (key.find("writ") != key.npos)
                write.rate = number_at_front<double>(value).value_or(0);
            else if (write.option.empty())
                write.option = key, write.state = value;
        }
        if (!write.option.empty() && write.rate > 0) writes.push_back(std::move(write));
    });
    return writes;
}

bool is_writes(std::string_view text) {
    const auto writes = writes_of(text);
    return writes.size() >= 2 && writes[0].option == writes[1].option;
}

void examine_writes(std::string_view text, const Context& context, Findings& findings) {
    const auto writes = writes_of(text);
    for (const auto& more : writes)
        for (const auto& less : writes) {
            if (more.option != less.option || more.state == less.state) continue;
            const auto ratio = more.rate / less.rate;
            if (ratio < 1.5 || findings.size() > 100) continue;
            const auto setting = fmt::format("{}={}", more.option, more.state);
            findings.push_back(finding(
                "write-amplification", more.option,
                fmt::format("{} writes {:.3g} times as much for the same work ({:g} against {:g})",
                            setting, ratio, more.rate, less.rate),
                fmt::format(
                    "do not use {} here, even if a read probe improves; compare sectors written by "
                    "the device with bytes asked",
                    setting),
                {{"ratio", ratio}, {"option", more.option}}));
        }
    if (text.find("autodefrag") != text.npos && context.kernel && context.kernel->major == 5 &&
        context.kernel->minor == 16)
        findings.push_back(
            finding("autodefrag-broken", "autodefrag",
                    "autodefrag is broken in kernel 5.16: it rewrites files without end",
                    "remove autodefrag, or use another kernel"));
}

// The numbers of a line, and whether there is more than separators and units between them.
struct Sample {
    std::vector<double> numbers;
    std::size_t others = 0;
};

Sample sample_of(std::string_view line) {
    Sample sample;
    while (!line.empty() && sample.numbers.size() < 4) {
        const auto from = line.find_first_not_of(" \t,;:=|");
        if (from == line.npos) break;
        line.remove_prefix(from);
        const auto end = std::min(line.find_first_of(" \t,;:=|"), line.size());
        std::string_view unit;
        const auto number = number_at_front<double>(line.substr(0, end), &unit);
        if (number && unit.size() <= 5)
            sample.numbers.push_back(*number);
        else
            ++sample.others;
        line.remove_prefix(end);
    }
    return sample;
}

// "t_min=30 1720", "60,3080", "minute 4: 210 MB/s": a time and a value a line, the time rising; or
// a value alone. A header may stand before them.
std::vector<double> series_of(std::string_view text) {
    std::vector<double> values;
    double time = -std::numeric_limits<double>::infinity();
    std::size_t width = 0, headers = 0;
    bool fits = true;
    for_each_line(text, [&](std::string_view line) {
        if (!fits || trim(line).empty() || is_comment(line)) return;
        const auto sample = sample_of(line.substr(0, 256));
        const auto count = sample.numbers.size();
        if (values.empty() && count == 0 && headers++ < 3) return;
        if (width == 0) width = count;
        fits = count == width && count >= 1 && count <= 2 && sample.others <= 2 &&
               (count == 2 || sample.others == 0) && values.size() < 100000;
        if (!fits) return;
        if (count == 2) fits = sample.numbers[0] > time;
        time = sample.numbers[0];
        values.push_back(sample.numbers.back());
    });
    if (!fits || values.size() < (width == 1 ? 6 : 4)) values.clear();
    return values;
}

bool is_series(std::string_view text) { return !series_of(text).empty(); }

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

struct Growth {
    std::uint64_t block = 4096, descriptor = 64, count = 0;
};

// "planned block count N", "Resizing the filesystem on DEV to N (4k) blocks"
std::optional<Growth> growth_of(std::string_view line) {
    Growth growth;
    if (const auto count = between(line, "block count "))
        growth.count = number_at_front<std::uint64_t>(*count).value_or(0);
    else if (const auto resize = between(line, "esizing the filesystem on "))
        if (const auto to = between(*resize, " to ")) {
            std::string_view rest;
            growth.count = number_at_front<std::uint64_t>(*to, &rest).value_or(0);
            const auto kib = between(rest, " (");
            if (kib) growth.block = times(number_at_front<std::uint64_t>(*kib).value_or(4), 1024);
        }
    if (growth.count == 0) return std::nullopt;
    if (const auto size = between(line, "block size "))
        growth.block = number_at_front<std::uint64_t>(*size).value_or(4096);
    else if (const auto kib = line.find(" KiB blocks"); kib != line.npos && kib > 0)
        growth.block = line[kib - 1] == '1' ? 1024 : line[kib - 1] == '2' ? 2048 : 4096;
    if (const auto size = between(line, "descriptor size "))
        growth.descriptor =
            std::clamp<std::uint64_t>(number_at_front<std::uint64_t>(*size).value_or(64), 32, 1024);
    if (growth.block < 1024 || growth.block > 65536) return std::nullopt;
    return growth;
}

// What fits without meta_bg: all descriptors in one group, groups of 8 blocks for each byte.
void check_growth(const Growth& growth, bool refused, Findings& findings) {
    const auto per_group = growth.block * 8;
    const auto limit =
        times(times(per_group, growth.block / growth.descriptor), times(per_group, growth.block));
    const auto groups = growth.count / per_group + (growth.count % per_group != 0);
    const auto descriptors = static_cast<double>(groups) * static_cast<double>(growth.descriptor) /
                             static_cast<double>(growth.block);
    if (!refused && descriptors < 0.9 * static_cast<double>(per_group)) return;
    findings.push_back(finding(
        "growth-limit", fmt::format("{}-byte blocks", growth.block),
        fmt::format(
            "without meta_bg the descriptors of all groups must fit one group: {} at most; {} "
            "need {:.1f} of {} descriptor blocks",
            format_size(limit), format_size(times(growth.count, growth.block)), descriptors,
            per_group),
        growth.block < 4096
            ? "make it anew with 4 KiB blocks: -b 1024 is not for filesystems that grow"
            : "plan the final size: make it at that size, or with -O meta_bg,^resize_inode; mind "
              "that inodes stay below 2^32",
        {{"limit_bytes", whole(limit)},
         {"descriptor_blocks", descriptors},
         {"descriptor_blocks_most", whole(per_group)}}));
}

void examine_resize(std::string_view text, const Context&, Findings& findings) {
    const bool refused = text.find("too many block group descriptors") != text.npos;
    bool told = false;
    for_each_line(text, [&](std::string_view line) {
        const auto growth = growth_of(line);
        if (!growth || findings.size() > 100) return;
        told = true;
        check_growth(*growth, refused, findings);
    });
    if (refused && !told)
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
    return {"series", "a series of times and values", is_series, nullptr, examine_series, true};
}
Kind resize_kind() { return {"resize", "resize2fs messages", is_resize, nullptr, examine_resize}; }

}  // namespace fstune::knowledge::diagnosis
