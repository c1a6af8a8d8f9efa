#include "probes/workloads/tree/office.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <memory>

#include "probes/host/unique_fd.h"
#include "probes/workloads/tree/small_file.h"

namespace fstune::probes {

namespace {

constexpr std::size_t large = 61440, small = 4096, longest_write = 65536;
constexpr unsigned files_at_first = 100;

struct CloseDirectory {
    void operator()(DIR* directory) const { closedir(directory); }
};

Result<UniqueFd> open_at(int directory, const FileName& name, int flags) {
    UniqueFd fd(openat(directory, name.text, flags | O_CLOEXEC));
    if (!fd) return file_error("opening", name.text, errno);
    return fd;
}

}  // namespace

// Per mille of what is left of dbench's operations; removing is as frequent as making files.
const std::vector<Office::Weighted>& Office::mix() {
    static const std::vector<Weighted> weights = {
        {&Office::read_some, 396},     {&Office::ask_file, 269}, {&Office::write_some, 126},
        {&Office::list, 89},           {&Office::create, 25},    {&Office::remove_one, 25},
        {&Office::ask_filesystem, 42}, {&Office::set_times, 21}, {&Office::flush, 18},
        {&Office::rename_one, 11},
    };
    return weights;
}

Office::Office(int directory, std::string path, const TreeJob& job, TreeHand& hand)
    : directory_(directory),
      path_(std::move(path)),
      job_(job),
      // Two at least, or making and removing would each leave it to the other.
      most_(std::max<std::uint64_t>(job.files_each, 2)),
      hand_(hand),
      buffer_(aligned_buffer(longest_write)) {}

Result<void> Office::fill(const std::stop_token& stop) {
    Recorder unused({}, {}, {});
    const auto wanted = std::min<std::uint64_t>(files_at_first, job_.files_each);
    while (files_.size() < wanted && !stop.stop_requested())
        if (auto done = create(unused); !done) return done;
    return {};
}

Result<void> Office::step(Recorder& recorder) {
    static const auto total = [] {
        unsigned sum = 0;
        for (const auto& each : mix()) sum += each.weight;
        return sum;
    }();
    auto draw = hand_.random.below(total);
    for (const auto& each : mix()) {
        if (draw < each.weight) return (this->*each.operation)(recorder);
        draw -= each.weight;
    }
    return {};
}

std::uint64_t Office::place_in_file(std::size_t size) {
    const auto places = job_.file_size > size ? (job_.file_size - size) / small + 1 : 1;
    return hand_.random.below(places) * small;
}

// Two thirds of dbench's reads are of 4 KiB, an eighth of 60 KiB.
Result<void> Office::read_some(Recorder& recorder) {
    const auto size = hand_.random.one_in(7) ? large : small;
    const auto fd = open_at(directory_, FileName('o', any()), O_RDONLY);
    if (!fd) return tl::unexpected(fd.error());
    const auto got = pread(fd->get(), buffer_.get(), size, static_cast<off_t>(place_in_file(size)));
    if (got < 0) return file_error("reading", path_.c_str(), errno);
    recorder.read_bytes += static_cast<std::uint64_t>(got);
    return {};
}

// A third of dbench's writes are of 64 KiB, a quarter of 4 KiB, a fifth of a single byte.
Result<void> Office::write_some(Recorder& recorder) {
    const auto draw = hand_.random.below(100);
    const auto size = std::min(draw < 32 ? longest_write : draw < 80 ? small : 1, job_.file_size);
    const auto fd = open_at(directory_, FileName('o', any()), O_WRONLY);
    if (!fd) return tl::unexpected(fd.error());
    const auto done =
        pwrite(fd->get(), hand_.data.next(size), size, static_cast<off_t>(place_in_file(size)));
    if (done != static_cast<ssize_t>(size))
        return file_error("writing", path_.c_str(), done < 0 ? errno : ENOSPC);
    recorder.written_bytes += size;
    return {};
}

Result<void> Office::create(Recorder& recorder) {
    if (files_.size() >= most_) return remove_one(recorder);
    const auto number = next_++;
    const auto size = static_cast<std::size_t>(hand_.random.between(1, job_.file_size));
    auto made =
        write_new(directory_, FileName('o', number).text, hand_.data.next(size), size, job_.sync);
    if (!made) return made;
    recorder.written_bytes += size;
    files_.push_back(number);
    return {};
}

Result<void> Office::remove_one(Recorder& recorder) {
    if (files_.size() < 2) return create(recorder);
    auto& chosen = files_[hand_.random.below(files_.size())];
    const auto file = chosen;
    chosen = files_.back();
    files_.pop_back();
    return remove(directory_, FileName('o', file).text);
}

// Every other name does not exist: clients look before they make.
Result<void> Office::ask_file(Recorder& /*recorder*/) {
    struct stat facts {};
    const FileName name(hand_.random.one_in(2) ? 'o' : 'x', any());
    if (fstatat(directory_, name.text, &facts, AT_SYMLINK_NOFOLLOW) != 0 && errno != ENOENT)
        return file_error("asking about", name.text, errno);
    return {};
}

Result<void> Office::ask_filesystem(Recorder& /*recorder*/) {
    struct statvfs facts {};
    if (fstatvfs(directory_, &facts) != 0) return file_error("asking about", path_.c_str(), errno);
    return {};
}

Result<void> Office::list(Recorder& /*recorder*/) {
    const std::unique_ptr<DIR, CloseDirectory> directory(opendir(path_.c_str()));
    if (!directory) return file_error("listing", path_.c_str(), errno);
    while (readdir(directory.get()) != nullptr) {
    }
    return {};
}

Result<void> Office::set_times(Recorder& /*recorder*/) {
    const FileName name('o', any());
    if (utimensat(directory_, name.text, nullptr, 0) != 0)
        return file_error("setting times of", name.text, errno);
    return {};
}

Result<void> Office::rename_one(Recorder& /*recorder*/) {
    auto& chosen = files_[hand_.random.below(files_.size())];
    const FileName from('o', chosen), to('o', next_);
    if (renameat(directory_, from.text, directory_, to.text) != 0)
        return file_error("renaming", from.text, errno);
    chosen = next_++;
    return {};
}

Result<void> Office::flush(Recorder& /*recorder*/) {
    const FileName name('o', any());
    const auto fd = open_at(directory_, name, O_WRONLY);
    if (!fd) return tl::unexpected(fd.error());
    if (fsync(fd->get()) != 0) return file_error("fsync of", name.text, errno);
    return {};
}

}  // namespace fstune::probes
