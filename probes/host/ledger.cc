#include "probes/host/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <sstream>
#include <thread>

#include "probes/host/disk_files.h"

namespace fstune::probes {

namespace {

using namespace std::chrono_literals;

constexpr const char* mark = "fstune-ledger-1";
constexpr const char* prefix = "ledger.";

tl::unexpected<Error> failed(const std::string& doing, const std::string& path) {
    return fail(ErrorCode::failed,
                fmt::format("cannot {} {}: {}", doing, path, std::strerror(errno)));
}

// A child of the owner that has not reached its exec when the owner is killed keeps the lock for a
// moment longer.
bool owner_is_dead(int fd) {
    std::array<char, 256> text{};
    if (pread(fd, text.data(), text.size() - 1, 0) <= 0) return false;
    std::istringstream words(text.data());
    std::string word;
    pid_t owner = 0;
    words >> word >> owner;
    return word == mark && owner > 0 && kill(owner, 0) != 0 && errno == ESRCH;
}

bool lock(int fd) {
    bool locked = false;
    for (int tries = 0; !(locked = flock(fd, LOCK_EX | LOCK_NB) == 0); ++tries) {
        if (errno != EWOULDBLOCK || tries == 100 || !owner_is_dead(fd)) break;
        std::this_thread::sleep_for(20ms);
    }
    return locked;
}

// Opened and locked, and still the file of that name: its former owner may have removed it
// between our two calls. Empty: someone living holds it.
Result<UniqueFd> lock_file(const std::string& path, int flags) {
    for (;;) {
        UniqueFd file(open(path.c_str(), flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0600));
        if (!file) return failed("open", path);
        if (!lock(file.get()))
            return errno == EWOULDBLOCK ? Result<UniqueFd>(UniqueFd()) : failed("lock", path);
        struct stat held {
        }, named{};
        if (fstat(file.get(), &held) == 0 && stat(path.c_str(), &named) == 0 &&
            held.st_ino == named.st_ino)
            return file;
    }
}

Result<void> append(int fd, const std::string& text, const std::string& path) {
    if (write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
        return failed("write", path);
    return {};
}

}  // namespace

LeftLedger read_ledger(const std::string& text) {
    LeftLedger left;
    std::istringstream lines(text);
    std::string word;
    lines >> word;
    if (word != mark) return left;
    lines >> word >> left.owner.disk >> left.owner.number >> left.owner.generation;
    for (QueueValue value; lines >> value.attribute >> value.value;) left.values.push_back(value);
    // A name that leads elsewhere was not written by us.
    const auto is_name = [](const std::string& name) {
        return name.find('/') == std::string::npos;
    };
    std::erase_if(left.values, [&](const QueueValue& one) { return !is_name(one.attribute); });
    if (!is_name(left.owner.disk)) left.owner.disk.clear();
    return left;
}

DiskLedger::DiskLedger(UniqueFd file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

DiskLedger::~DiskLedger() {
    if (!keep_) unlink(path_.c_str());
}

Result<std::unique_ptr<DiskLedger>> DiskLedger::open(const std::string& folder,
                                                     const LedgerOwner& owner) {
    const auto path = folder + "/" + prefix + owner.number;
    auto file = lock_file(path, O_CREAT);
    if (!file) return tl::unexpected(file.error());
    if (!*file)
        return fail(ErrorCode::refused,
                    fmt::format("another fstune works on {} or a partition of it; wait for its end",
                                owner.disk));
    std::unique_ptr<DiskLedger> ledger(new DiskLedger(std::move(*file), path));
    if (ftruncate(ledger->file_.get(), 0) != 0) return failed("empty", path);
    auto written = append(ledger->file_.get(),
                          fmt::format("{} {} {} {} {}\n", mark, getpid(), owner.disk, owner.number,
                                      owner.generation.empty() ? "0" : owner.generation),
                          path);
    if (!written) return tl::unexpected(written.error());
    return ledger;
}

Result<void> DiskLedger::record(const std::vector<QueueValue>& values) {
    std::string text;
    for (const auto& one : values) text += fmt::format("{} {}\n", one.attribute, one.value);
    return append(file_.get(), text, path_);
}

void LeftLedger::done() const { unlink(path.c_str()); }

Result<std::vector<LeftLedger>> left_ledgers(const std::string& folder) {
    std::vector<LeftLedger> found;
    const DiskFiles files;
    if (!files.exists(folder)) return found;
    const auto names = files.list(folder);
    if (!names) return tl::unexpected(names.error());
    for (const auto& name : *names) {
        if (!name.starts_with(prefix)) continue;
        const auto path = fmt::format("{}/{}", folder, name);
        auto lock = lock_file(path, 0);
        if (!lock || !*lock) continue;  // gone meanwhile, or its owner lives
        const auto text = files.read(path);
        if (!text) return tl::unexpected(text.error());
        found.push_back(read_ledger(*text));
        found.back().path = path;
        found.back().lock = std::move(*lock);
    }
    return found;
}

}  // namespace fstune::probes
