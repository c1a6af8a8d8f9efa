// Reads postmark's report, in words or terse.
//
// Postmark counts whole seconds, and at least one: rates of short runs mean little. It ends with 0
// and prints a report even where it could make no file; then nothing that was created was deleted,
// which is told as an error here.
//
// Units: seconds, files, bytes (its "kilobytes" are 1024), each a second.
// Errors: bad_input.
// Threads: safe.
// Source: postmark 1.51.
#pragma once

#include <string_view>

#include "knowledge/error.h"

namespace fstune::knowledge {

struct PostmarkRun {
    double total_seconds = 0, transaction_seconds = 0;
    double transactions_per_s = 0;
    double created = 0, created_per_s = 0;
    double read = 0, read_per_s = 0;  // of the transactions, as appended
    double appended = 0, appended_per_s = 0;
    double deleted = 0, deleted_per_s = 0;
    double bytes_read_per_s = 0, bytes_written_per_s = 0;
};

bool is_postmark(std::string_view text);
Result<PostmarkRun> read_postmark(std::string_view text);

}  // namespace fstune::knowledge
