#include "knowledge/readers/postmark.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr std::size_t terse_fields = 13;

double unit_bytes(std::string_view unit) {
    constexpr double kibi = 1024;
    if (unit == "kilobytes") return kibi;
    if (unit == "megabytes") return kibi * kibi;
    if (unit == "gigabytes") return kibi * kibi * kibi;
    return 1;
}

// "(94.89 megabytes per second)" or "(226 per second)".
double rate_in(std::string_view line) {
    const auto inside = between(line, "(", ")");
    if (!inside) return 0;
    const auto words = split_words(*inside);
    if (words.size() < 3) return 0;
    const auto number = number_of<double>(words[0]);
    return number ? *number * (words.size() > 3 ? unit_bytes(words[1]) : 1) : 0;
}

void take_line_of_report(std::string_view line, PostmarkRun& run) {
    const auto words = split_words(line);
    if (words.size() < 2) return;
    const auto number = number_of<double>(words[0]);
    if (!number) return;
    const auto what = words[1];
    if (what == "seconds" && words.size() > 2 && words[2] == "total") run.total_seconds = *number;
    if (what == "seconds" && words.size() > 3 && words[3] == "transactions") {
        run.transaction_seconds = *number;
        run.transactions_per_s = rate_in(line);
    }
    if (what == "created") run.created = *number, run.created_per_s = rate_in(line);
    if (what == "read") run.read = *number, run.read_per_s = rate_in(line);
    if (what == "appended") run.appended = *number, run.appended_per_s = rate_in(line);
    if (what == "deleted") run.deleted = *number, run.deleted_per_s = rate_in(line);
    if (words.size() > 2 && what.ends_with("bytes") && words[2] == "read")
        run.bytes_read_per_s = rate_in(line);
    if (words.size() > 2 && what.ends_with("bytes") && words[2] == "written")
        run.bytes_written_per_s = rate_in(line);
}

// "set report terse": seconds, then rates; those of creating and deleting come as all, alone, and
// mixed with transactions.
std::optional<PostmarkRun> terse(std::string_view line) {
    const auto words = split_words(line);
    if (words.size() != terse_fields) return std::nullopt;
    std::array<double, terse_fields> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = number_of<double>(words[i]);
        if (!number || !(*number >= 0)) return std::nullopt;
        numbers[i] = *number;
    }
    PostmarkRun run;
    run.total_seconds = numbers[0];
    run.transaction_seconds = numbers[1];
    run.transactions_per_s = numbers[2];
    run.created_per_s = numbers[3];
    run.read_per_s = numbers[6];
    run.appended_per_s = numbers[7];
    run.deleted_per_s = numbers[8];
    run.bytes_read_per_s = numbers[11];
    run.bytes_written_per_s = numbers[12];
    return run;
}

Result<PostmarkRun> checked(const PostmarkRun& run) {
    if (run.total_seconds <= 0 || run.created_per_s <= 0)
        return fail(ErrorCode::bad_input, "postmark printed no result; its last words say why");
    // It deletes all that it made.
    if (run.deleted != run.created || run.deleted_per_s <= 0)
        return fail(ErrorCode::bad_input,
                    fmt::format("postmark says that it created {} files and deleted {}: it could "
                                "not make them; look at the location and its free space",
                                run.created, run.deleted));
    return run;
}

}  // namespace

bool is_postmark(std::string_view text) {
    while (!text.empty())
        if (take_line(text).find("PostMark v") != std::string_view::npos) return true;
    return false;
}

Result<PostmarkRun> read_postmark(std::string_view text) {
    PostmarkRun run;
    while (!text.empty()) {
        auto line = trim(take_line(text));
        // Prompts stand before what is said where commands come from a file.
        while (line.starts_with("pm>")) line = trim(line.substr(3));
        if (const auto found = terse(line)) return checked(*found);
        take_line_of_report(line, run);
    }
    return checked(run);
}

}  // namespace fstune::knowledge
