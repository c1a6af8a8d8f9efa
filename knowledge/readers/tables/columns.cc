#include "knowledge/readers/tables/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

namespace fstune::knowledge {

namespace {

using Names = std::vector<std::string_view>;

const Names phase_names = {"phase", "test",      "benchmark", "workload",
                           "case",  "operation", "op",        "metric"};
const Names variant_names = {"variant", "kernel",  "build",  "version",       "side",
                             "group",   "config",  "system", "configuration", "filesystem",
                             "fs",      "setting", "label"};
const Names block_names = {"block", "pair", "round"};
const Names order_names = {"order", "time", "timestamp", "started", "start", "sequence", "seq"};
const Names value_names = {"value",   "rate",    "throughput", "bandwidth", "bw",
                           "ops",     "iops",    "score",      "result",    "latency",
                           "seconds", "elapsed", "duration"};
const Names condition_names = {
    "threads", "processes",          "clients",    "jobs",  "size",    "file_size",
    "bs",      "block_bytes",        "adapters",   "depth", "iodepth", "drives",
    "disks",   "drives_per_adapter", "directories"};
const Names count_names = {"n", "count", "runs"};
const Names deviation_names = {"stddev", "sd", "std", "deviation", "stdev"};
const Names mean_names = {"mean", "avg", "average"};
// More work done in a second, whatever the end of the name says about seconds.
const Names rates = {"/s",    "per_s", "per_sec", "mb_s", "kb_s", "gb_s", "mib_s",
                     "kib_s", "gib_s", "ops",     "mbps", "kbps", "b_s",  "rate"};
const Names times = {"lat",  "second", "elapsed", "duration", "time",
                     "wait", "delay",  "cpu",     "extents",  "amplification"};

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

// "avg_mb_s" has the name "avg"; "drives_per_adapter" has itself.
bool has_name(const std::string& column, const Names& names) {
    const auto text = lower(column);
    return std::ranges::any_of(names, [&text](std::string_view name) {
        return text == name || (text.starts_with(name) && text[name.size()] == '_');
    });
}

bool is_name(const std::string& column, const Names& names) {
    return std::ranges::find(names, lower(column)) != names.end();
}

class Finding {
  public:
    Finding(const Row& header, const std::vector<Row>& rows, const ColumnNames& asked)
        : header_(header), rows_(rows), asked_(asked), taken_(header.fields.size()) {}

    Result<Columns> find();

  private:
    using Match = bool (*)(const std::string& column, const Names& names);

    Result<std::optional<std::size_t>> pick(const std::string& asked, const Names& names,
                                            Match matches);
    std::optional<std::size_t> first(const Names& names, Match matches);
    bool is_numeric(std::size_t column) const;
    bool varies(std::size_t column) const;
    bool find_summary();
    Result<void> find_values();
    void find_conditions();

    const Row& header_;
    const std::vector<Row>& rows_;
    const ColumnNames& asked_;
    std::vector<bool> taken_;
    Columns columns_;
};

std::optional<std::size_t> Finding::first(const Names& names, Match matches) {
    for (std::size_t i = 0; i < header_.fields.size(); ++i) {
        if (taken_[i] || !matches(header_.fields[i], names)) continue;
        taken_[i] = true;
        return i;
    }
    return std::nullopt;
}

Result<std::optional<std::size_t>> Finding::pick(const std::string& asked, const Names& names,
                                                 Match matches) {
    if (asked.empty()) return first(names, matches);
    const auto found = std::ranges::find(header_.fields, asked);
    if (found == header_.fields.end())
        return fail(ErrorCode::usage, fmt::format("there is no column '{}'; there are: {}", asked,
                                                  fmt::join(header_.fields, ", ")));
    const auto index = static_cast<std::size_t>(found - header_.fields.begin());
    taken_[index] = true;
    return index;
}

bool Finding::is_numeric(std::size_t column) const {
    return std::ranges::all_of(rows_, [column](const Row& row) {
        return row.fields[column].empty() || to_number(row.fields[column]).has_value();
    });
}

// Between rows of one phase: what only differs from phase to phase tells nothing apart.
bool Finding::varies(std::size_t column) const {
    std::map<std::string, std::string> first;
    return std::ranges::any_of(rows_, [&](const Row& row) {
        const auto phase = columns_.phase ? row.fields[*columns_.phase] : "";
        return first.try_emplace(phase, row.fields[column]).first->second != row.fields[column];
    });
}

bool Finding::find_summary() {
    const auto before = taken_;
    const auto count = first(count_names, is_name), mean = first(mean_names, has_name),
               deviation = first(deviation_names, has_name);
    if (count && mean && deviation) {
        columns_.count = count;
        columns_.mean = mean;
        columns_.deviation = deviation;
        columns_.values = {*mean};
        return true;
    }
    taken_ = before;
    return false;
}

// A column named as one, or the last part of whose name is a rate; else what numbers are left over.
Result<void> Finding::find_values() {
    auto named = pick(asked_.value, value_names, has_name);
    if (!named) return tl::unexpected(named.error());
    if (*named) columns_.values = {**named};
    std::vector<std::size_t> rated, left;
    for (std::size_t i = 0; i < header_.fields.size() && columns_.values.empty(); ++i) {
        if (taken_[i] || !is_numeric(i) || has_name(header_.fields[i], condition_names)) continue;
        left.push_back(i);
        const auto name = lower(header_.fields[i]);
        if (std::ranges::any_of(rates, [&](std::string_view r) { return name.ends_with(r); }))
            rated.push_back(i);
    }
    auto& chosen = rated.empty() ? left : rated;
    if (columns_.values.empty() && columns_.variant && chosen.size() > 1)
        chosen.erase(chosen.begin() + 1, chosen.end());
    if (columns_.values.empty()) columns_.values = chosen;
    if (columns_.values.empty())
        return fail(ErrorCode::bad_input,
                    fmt::format("line {}: no column holds values to compare; name one with "
                                "--value-column; there are: {}",
                                header_.line, fmt::join(header_.fields, ", ")));
    for (const auto column : columns_.values) taken_[column] = true;
    return {};
}

void Finding::find_conditions() {
    for (std::size_t i = 0; i < header_.fields.size(); ++i) {
        if (taken_[i] || !varies(i)) continue;
        const bool first_of_wide = columns_.values.size() > 1 && i == 0;
        if (has_name(header_.fields[i], condition_names) || first_of_wide)
            columns_.conditions.push_back(i);
    }
}

Result<Columns> Finding::find() {
    struct Role {
        std::optional<std::size_t>& column;
        const std::string& asked;
        const Names& names;
        Match matches;
    };
    const std::array<Role, 4> roles = {{{columns_.phase, asked_.phase, phase_names, has_name},
                                        {columns_.variant, asked_.variant, variant_names, has_name},
                                        {columns_.block, asked_.block, block_names, is_name},
                                        {columns_.order, asked_.order, order_names, is_name}}};
    for (const Role& role : roles) {
        auto picked = pick(role.asked, role.names, role.matches);
        if (!picked) return tl::unexpected(picked.error());
        role.column = *picked;
    }
    if (asked_.value.empty() && find_summary()) return columns_;
    auto values = find_values();
    // With one column of numbers only, a column "time" is what was measured.
    if (!values && columns_.order && asked_.order.empty() && is_numeric(*columns_.order)) {
        columns_.values = {*columns_.order};
        columns_.order.reset();
        values = {};
    }
    if (!values) return tl::unexpected(values.error());
    find_conditions();
    return columns_;
}

}  // namespace

Result<Columns> columns_of(const Row& header, const std::vector<Row>& rows,
                           const ColumnNames& asked) {
    return Finding(header, rows, asked).find();
}

bool less_is_better(const std::string& metric) {
    const auto name = lower(metric);
    const auto holds = [&name](std::string_view part) {
        return name.find(part) != std::string::npos;
    };
    if (std::ranges::any_of(rates, holds)) return false;
    constexpr std::array<std::string_view, 5> ends = {"_s", "_ms", "_us", "_ns", "_sec"};
    constexpr std::array<std::string_view, 5> units = {"s", "ms", "us", "ns", "sec"};
    return std::ranges::any_of(times, holds) || std::ranges::find(units, name) != units.end() ||
           std::ranges::any_of(ends, [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace fstune::knowledge
