#include "tuner/store/study_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <thread>

#include "tuner/store/sqlite_schema.h"

namespace fstune::tuner {

namespace fs = std::filesystem;

namespace {

using probes::UniqueFd;

// Of SQLite's file format: https://www.sqlite.org/fileformat2.html#the_database_header
constexpr std::string_view magic{"SQLite format 3\0", 16};
constexpr std::size_t page_size_at = 16, pages_at = 28, format_at = 60, application_at = 68,
                      header_size = 100;

tl::unexpected<Error> failed(const char* doing, const std::string& path) {
    return fail(ErrorCode::failed,
                fmt::format("cannot {} study '{}': {}", doing, path, std::strerror(errno)));
}

tl::unexpected<Error> no_study(const std::string& path, const std::string& because) {
    return fail(ErrorCode::bad_input,
                fmt::format("'{}' is not a study of fstune: {}", path, because));
}

Result<void> usable_name(const std::string& path) {
    if (path.empty() || path.find('"') != std::string::npos || path.find('\0') != std::string::npos)
        return fail(ErrorCode::usage,
                    fmt::format("a study cannot be named '{}'; leave out quotation marks", path));
    return {};
}

const char* kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "it is a folder";
    if (S_ISFIFO(mode)) return "it is a pipe";
    if (S_ISSOCK(mode)) return "it is a socket";
    return "it is a device";
}

std::uint32_t big_endian(const std::array<char, header_size>& bytes, std::size_t at) {
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

Result<void> check_header(const std::array<char, header_size>& bytes, const std::string& path) {
    if (std::string_view(bytes.data(), magic.size()) != magic)
        return no_study(path, "it is no SQLite file");
    if (big_endian(bytes, application_at) != static_cast<std::uint32_t>(study_application_id))
        return no_study(path, "it is a SQLite file of another program");
    const auto format = big_endian(bytes, format_at);
    if (format > static_cast<std::uint32_t>(study_format))
        return fail(ErrorCode::bad_input,
                    fmt::format("study '{}' has format {}; this fstune reads up to {}: use a newer "
                                "fstune",
                                path, format, study_format));
    if (format < 1) return no_study(path, "it has no format");
    return {};
}

bool has_log(const std::string& path) {
    struct stat facts {};
    return stat((path + "-wal").c_str(), &facts) == 0 && facts.st_size > 0;
}

// SQLite notices only once it wants the pages that are missing. With a log beside it, the file may
// lag behind what it says of itself.
Result<void> check_size(const std::array<char, header_size>& bytes, off_t size,
                        const std::string& path) {
    const std::uint64_t page_size = big_endian(bytes, page_size_at) >> 16;
    const auto wanted = page_size * big_endian(bytes, pages_at);
    if (has_log(path) || static_cast<std::uint64_t>(size) >= wanted) return {};
    return fail(ErrorCode::bad_input,
                fmt::format("study '{}' was cut off: it has {} bytes of {}", path, size, wanted));
}

// As it stands in an address.
std::string as_address(const std::string& path) {
    std::string address;
    for (const char c : path)
        address += c == '%' || c == '?' || c == '#'
                       ? fmt::format("%{:02x}", static_cast<unsigned char>(c))
                       : std::string(1, c);
    return address;
}

// What SQLite keeps beside the file, and would write to without asking whose it is.
Result<void> check_beside(const std::string& path, bool may_exist) {
    for (const auto* end : {"-wal", "-shm", "-journal"}) {
        struct stat facts {};
        if (lstat((path + end).c_str(), &facts) != 0) continue;
        const bool plain = S_ISREG(facts.st_mode) && facts.st_nlink == 1;
        if (plain && may_exist) continue;
        return fail(ErrorCode::bad_input,
                    fmt::format("'{}{}' stands in the way of study '{}': move it away, or name "
                                "another file",
                                path, end, path));
    }
    return {};
}

}  // namespace

std::string sqlite_name(const std::string& path) {
    return path.starts_with('/') ? path : "./" + path;
}

Result<std::string> sqlite_name_to_write(const std::string& path) {
    if (::eaccess(path.c_str(), R_OK | W_OK) != 0) return failed("write to", path);
    return sqlite_name(path);
}

// SQLite reads the log too, and has to write beside the file for that. Where it cannot, a file
// whose log is empty can be read as one that never changes.
Result<std::string> sqlite_name_to_read(const std::string& path) {
    const auto folder = fs::path(sqlite_name(path)).parent_path();
    if (::eaccess(path.c_str(), W_OK) == 0 && ::eaccess(folder.c_str(), W_OK | X_OK) == 0)
        return sqlite_name(path);
    if (has_log(path))
        return fail(ErrorCode::failed,
                    fmt::format("cannot read study '{0}' here: a part of it is in '{0}-wal', and "
                                "nothing can be written beside it; copy both to a folder of yours",
                                path));
    std::error_code problem;
    const auto whole = fs::absolute(path, problem);
    return "file:" + as_address(whole) + "?immutable=1";
}

// Not by SQLite, for the mode and so that no link is followed.
Result<void> make_study_file(const std::string& path) {
    if (auto usable = usable_name(path); !usable) return usable;
    if (auto free = check_beside(path, false); !free) return free;
    const UniqueFd file(
        ::open(path.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0600));
    if (file) return {};
    const int problem = errno;
    const auto* advice = problem != EEXIST            ? ""
                         : recognise_study_file(path) ? "; --resume goes on with it"
                                                      : ", and is no study; name another file";
    return fail(ErrorCode::failed,
                fmt::format("cannot make study '{}': {}{}", path, std::strerror(problem), advice));
}

Result<void> try_study_file(const std::string& path) {
    if (auto made = make_study_file(path); !made) return made;
    return ::unlink(path.c_str()) == 0 ? Result<void>() : failed("remove", path);
}

Result<UniqueFd> lock_study_file(const std::string& path) {
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file) return failed("open", path);
    for (int tries = 0; tries < 50; ++tries) {
        if (::flock(file.get(), LOCK_EX | LOCK_NB) == 0) return file;
        if (errno != EWOULDBLOCK) break;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (errno != EWOULDBLOCK) return failed("lock", path);
    return fail(ErrorCode::refused,
                fmt::format("another fstune works on study '{}'; wait for its end", path));
}

Result<void> recognise_study_file(const std::string& path) {
    if (auto usable = usable_name(path); !usable) return usable;
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    struct stat facts {};
    if (!file || fstat(file.get(), &facts) != 0) return failed("open", path);
    if (!S_ISREG(facts.st_mode)) return no_study(path, kind_of(facts.st_mode));
    std::array<char, header_size> bytes{};
    const auto got = ::pread(file.get(), bytes.data(), bytes.size(), 0);
    if (got < 0) return failed("read", path);
    if (got == 0) return no_study(path, "it is empty; remove it and begin anew");
    if (auto header = check_header(bytes, path); !header) return header;
    if (auto whole = check_size(bytes, facts.st_size, path); !whole) return whole;
    return check_beside(path, true);
}

}  // namespace fstune::tuner
