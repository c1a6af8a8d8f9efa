#include "tuner/cli/json_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace fstune::tuner {

Result<std::unique_ptr<JsonOutput>> JsonOutput::open(const std::string& path) {
    auto output = std::unique_ptr<JsonOutput>(new JsonOutput(path));
    if (path == "-") return output;
    output->made_ = ::access(path.c_str(), F_OK) != 0;
    constexpr mode_t mode = 0644;
    const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, mode);
    if (file < 0)
        return fail(ErrorCode::usage,
                    fmt::format("--json: cannot write '{}': {}", path, std::strerror(errno)));
    ::close(file);
    return output;
}

std::ostream& JsonOutput::stream() {
    written_ = true;
    if (path_ == "-") return std::cout;
    file_.open(path_, std::ios::trunc);
    return file_;
}

JsonOutput::~JsonOutput() {
    if (made_ && !written_) ::unlink(path_.c_str());
}

}  // namespace fstune::tuner
