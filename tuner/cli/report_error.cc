#include "tuner/cli/report_error.h"

#include <fmt/format.h>

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

int report_error(const Error& error) {
    say_error(fmt::format("fstune: {}\n", error.message));
    return exit_code(error.code);
}

}  // namespace fstune::tuner
