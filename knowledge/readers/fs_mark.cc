#include "knowledge/readers/fs_mark.h"

#include <fmt/format.h>

#include <optional>

#include "knowledge/readers/lines.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr std::size_t plain_fields = 5, verbose_fields = 23;
constexpr std::size_t fsync_average = 12;  // after use, count, size, rate, overhead, CREAT, WRITE
constexpr std::size_t most_rows = 100'000;

// "FSUse%  Count  Size  Files/sec  App Overhead"
bool is_header(std::string_view line) {
    const auto words = split_words(line);
    return words.size() >= plain_fields && words[0] == "FSUse%" && words[1] == "Count" &&
           words[3] == "Files/sec";
}

std::optional<FsMarkRow> row_of(const std::vector<std::string_view>& words) {
    if (words.size() != plain_fields && words.size() != verbose_fields) return std::nullopt;
    const auto used = number_of<double>(words[0]), rate = number_of<double>(words[3]),
               overhead = number_of<double>(words[4]);
    const auto count = number_of<std::uint64_t>(words[1]),
               size = number_of<std::uint64_t>(words[2]);
    if (!used || !count || !size || !rate || !overhead || !(*rate >= 0)) return std::nullopt;
    FsMarkRow row{*used, *count, *size, *rate, *overhead, 0};
    if (words.size() == verbose_fields)
        row.fsync_average_us = number_of<double>(words[fsync_average]).value_or(0);
    return row;
}

// What stands above the table: "Version 3.3, 2 thread(s) starting", "Sync method: NAME: what".
void take_comment(std::string_view line, FsMarkRun& run) {
    if (const auto threads = between(line, ", ", " thread(s)"))
        run.threads = number_of<int>(*threads).value_or(run.threads);
    if (const auto method = between(line, "Sync method: "))
        run.sync_method = trim(method->substr(0, method->find_first_of(":.")));
}

}  // namespace

bool is_fs_mark(std::string_view text) {
    while (!text.empty())
        if (is_header(take_line(text))) return true;
    return false;
}

Result<FsMarkRun> read_fs_mark(std::string_view text) {
    FsMarkRun run;
    bool in_table = false;
    std::size_t number = 0;
    while (!text.empty() && run.rows.size() < most_rows) {
        const auto line = trim(take_line(text));
        ++number;
        if (line.starts_with('#')) take_comment(line, run);
        if (line.empty() || line.starts_with('#')) continue;
        if (is_header(line)) {
            in_table = true;
            continue;
        }
        const auto words = split_words(line);
        if (!in_table || !number_of<double>(words[0])) continue;
        const auto row = row_of(words);
        if (!row)
            return fail(ErrorCode::bad_input, fmt::format("line {}: not a row of fs_mark: '{}'",
                                                          number, line.substr(0, 100)));
        run.rows.push_back(*row);
    }
    if (run.rows.empty())
        return fail(ErrorCode::bad_input, "fs_mark printed no result; its last words say why");
    return run;
}

}  // namespace fstune::knowledge
