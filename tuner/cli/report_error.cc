#include "tuner/cli/report_error.h"

#include <sstream>

#include "tuner/cli/diagnosis_input.h"
#include "tuner/cli/standard_streams.h"

namespace fstune::tuner {

int exit_code(ErrorCode code) {
    switch (code) {
        case ErrorCode::usage:
            return 2;
        case ErrorCode::refused:
            return 3;
        case ErrorCode::too_noisy:
            return 4;
        case ErrorCode::interrupted:
            return 130;
        case ErrorCode::bad_input:
        case ErrorCode::unsupported:
        case ErrorCode::failed:
        case ErrorCode::timed_out:
            return 1;
    }
    return 1;
}

// The words of tools, and what a study file says, may hold anything; lines stay lines.
int report_error(const Error& error) {
    std::string text;
    std::istringstream lines(error.message);
    for (std::string line; std::getline(lines, line);) text += printable(line) + "\n";
    say_error("fstune: " + (text.empty() ? "\n" : text));
    return exit_code(error.code);
}

}  // namespace fstune::tuner
