// The one way a call says that it failed. Each error says what happened, to what, and what to do;
// wrap() adds what was being done on the way up.
//
// Errors: this closed set. A failed trial is not an error but data (see trial.h).
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace fstune {

enum class ErrorCode {
    usage,        // the user asked for something that does not exist or contradicts itself
    bad_input,    // a file or text could not be understood
    refused,      // the guard said no; the message says what would satisfy it
    unsupported,  // this kernel, device or installed tool cannot do it
    failed,       // an operation was tried and failed
    timed_out,    // an operation did not end within its deadline
    interrupted,  // the user asked to stop
    too_noisy,    // measurements vary too much to decide
};

struct Error {
    ErrorCode code = ErrorCode::failed;
    std::string message;
};

template <typename T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return tl::unexpected<Error>(Error{code, std::move(message)});
}

// The same error with "context: " before its message.
inline tl::unexpected<Error> wrap(const Error& error, const std::string& context) {
    return fail(error.code, context + ": " + error.message);
}

}  // namespace fstune
