#include "tuner/cli/json_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

namespace fstune::tuner {

namespace {

// What the JSON would destroy: a device, or the study that it is written from.
Result<void> harmless(const std::string& path, const std::string& study,
                      const std::string& option) {
    std::error_code none;
    if (std::filesystem::is_block_file(path, none))
        return fail(ErrorCode::usage,
                    fmt::format("{}: '{}' is a block device; name a file", option, path));
    for (const auto* part : {"", "-wal", "-shm"}) {
        if (!study.empty() && std::filesystem::equivalent(path, study + part, none))
            return fail(ErrorCode::usage,
                        fmt::format("{}: '{}' is the study; name another file", option, path));
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<JsonOutput>> JsonOutput::open(const std::string& path,
                                                     const std::string& study,
                                                     const std::string& option) {
    if (auto safe = harmless(path, study, option); path != "-" && !safe)
        return tl::unexpected(safe.error());
    auto output = std::unique_ptr<JsonOutput>(new JsonOutput(path));
    if (path == "-") return output;
    output->made_ = ::access(path.c_str(), F_OK) != 0;
    constexpr mode_t mode = 0644;
    const int file = ::open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, mode);
    if (file < 0)
        return fail(ErrorCode::usage,
                    fmt::format("{}: cannot write '{}': {}", option, path, std::strerror(errno)));
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
