#include "tuner/cli/json_output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <streambuf>

#include "probes/host/unique_fd.h"

namespace fstune::tuner {

namespace fs = std::filesystem;

namespace {

constexpr mode_t usual_mode = 0644;

// By whatever name; also one that is still to be made.
bool same_place(const std::string& one, const std::string& other) {
    std::error_code none;
    return fs::equivalent(one, other, none) ||
           fs::weakly_canonical(one, none) == fs::weakly_canonical(other, none);
}

// What the JSON would destroy: a device, or the study that it is written from.
Result<void> harmless(const std::string& path, const std::string& study,
                      const std::string& option) {
    std::error_code none;
    if (fs::is_block_file(path, none))
        return fail(ErrorCode::usage,
                    fmt::format("{}: '{}' is a block device; name a file", option, path));
    for (const auto* part : {"", "-wal", "-shm"}) {
        if (!study.empty() && same_place(path, study + part))
            return fail(ErrorCode::usage,
                        fmt::format("{}: '{}' is the study; name another file", option, path));
    }
    return {};
}

std::string beside(const std::string& target) {
    const auto folder = fs::path(target).parent_path().string();
    return (folder.empty() ? "." : folder) + "/.fstune-XXXXXX";
}

// As the file that is replaced, or as a new one is made.
void take_mode(int file, const std::string& target) {
    struct stat old {};
    const bool known = stat(target.c_str(), &old) == 0;
    const auto mask = umask(0);
    umask(mask);
    [[maybe_unused]] const int owned = known ? fchown(file, old.st_uid, old.st_gid) : 0;
    fchmod(file, known ? old.st_mode & 07777 : usual_mode & ~mask);
}

}  // namespace

// A file's, which keeps the system's reason for the first write that failed.
class JsonOutput::Buffer : public std::streambuf {
  public:
    explicit Buffer(int file) : file_(file), problem_(file < 0 ? errno : 0) {
        setp(bytes_.data(), bytes_.data() + bytes_.size());
    }
    int file() const { return file_.get(); }
    int problem() const { return problem_; }
    void close() {
        if (file_ && fsync(file_.get()) != 0 && errno != EINVAL && errno != EROFS) fail();
        file_.reset();
    }

  protected:
    int_type overflow(int_type byte) override {
        if (sync() != 0) return traits_type::eof();
        if (byte == traits_type::eof()) return 0;
        *pptr() = traits_type::to_char_type(byte);
        pbump(1);
        return byte;
    }
    int sync() override {
        for (const char* at = pbase(); problem_ == 0 && at < pptr();) {
            const auto written = ::write(file_.get(), at, static_cast<std::size_t>(pptr() - at));
            if (written < 0 && errno == EINTR) continue;
            if (written < 0)
                fail();
            else
                at += written;
        }
        setp(bytes_.data(), bytes_.data() + bytes_.size());
        return problem_ == 0 ? 0 : -1;
    }

  private:
    void fail() {
        if (problem_ == 0) problem_ = errno;
    }
    probes::UniqueFd file_;
    int problem_ = 0;
    std::array<char, 65536> bytes_;
};

JsonOutput::JsonOutput(std::string path, std::string option)
    : path_(std::move(path)), option_(std::move(option)), target_(path_) {}

tl::unexpected<Error> JsonOutput::failed(int problem) const {
    return fail(ErrorCode::failed, fmt::format("{}: '{}' cannot be written: {}", option_, path_,
                                               std::strerror(problem)));
}

// A pipe is not opened: its reader would take the end of the trial for the end of all.
Result<void> JsonOutput::try_path() const {
    struct stat facts {};
    if (stat(path_.c_str(), &facts) != 0) {
        if (errno != ENOENT) return failed(errno);
        auto name = beside(path_);
        const probes::UniqueFd made(mkostemp(name.data(), O_CLOEXEC));
        if (!made) return failed(errno);
        unlink(name.c_str());
        return {};
    }
    if (S_ISDIR(facts.st_mode)) return failed(EISDIR);
    if (S_ISREG(facts.st_mode)) {
        const probes::UniqueFd file(::open(path_.c_str(), O_WRONLY | O_CLOEXEC));
        return file ? Result<void>() : failed(errno);
    }
    return eaccess(path_.c_str(), W_OK) == 0 ? Result<void>() : failed(errno);
}

Result<std::unique_ptr<JsonOutput>> JsonOutput::open(const std::string& path,
                                                     const std::string& study,
                                                     const std::string& option) {
    auto output = std::unique_ptr<JsonOutput>(new JsonOutput(path, option));
    if (path == "-") return output;
    if (auto safe = harmless(path, study, option); !safe) return tl::unexpected(safe.error());
    if (auto good = output->try_path(); !good) return fail(ErrorCode::usage, good.error().message);
    return output;
}

// In place where the name is a pipe, a device or a descriptor, or nothing can be made beside it.
void JsonOutput::open_file() {
    std::error_code none;
    const bool plain = !fs::exists(path_, none) || fs::is_regular_file(path_, none);
    if (plain && !path_.starts_with("/dev/") && !path_.starts_with("/proc/")) {
        target_ = fs::weakly_canonical(path_, none).string();
        auto name = beside(target_);
        buffer_ = std::make_unique<Buffer>(mkostemp(name.data(), O_CLOEXEC));
        if (buffer_->problem() == 0) part_ = name;
    }
    if (!part_.empty())
        take_mode(buffer_->file(), target_);
    else
        buffer_ = std::make_unique<Buffer>(
            ::open(path_.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, usual_mode));
}

std::ostream& JsonOutput::stream() {
    if (path_ == "-") return std::cout;
    if (!stream_) {
        open_file();
        stream_ = std::make_unique<std::ostream>(buffer_.get());
    }
    return *stream_;
}

Result<void> JsonOutput::finish() {
    if (path_ == "-" || !stream_) return {};
    stream_->flush();
    buffer_->close();
    if (buffer_->problem() != 0) return failed(buffer_->problem());
    if (part_.empty()) return {};
    if (std::rename(part_.c_str(), target_.c_str()) != 0) return failed(errno);
    part_.clear();
    return {};
}

JsonOutput::~JsonOutput() {
    if (!part_.empty()) unlink(part_.c_str());
}

}  // namespace fstune::tuner
