// pread and pwrite, buffered or direct: one operation at a time.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <optional>

#include "probes/workloads/data_source.h"
#include "probes/workloads/io/access.h"

namespace fstune::probes {

namespace {

class PlainAccess : public Access {
  public:
    PlainAccess(const Pattern& pattern, const Share& share, std::uint64_t seed)
        : pattern_(pattern), share_(share), seed_(seed), walk_(pattern, share, seed) {}

    Result<void> prepare() override {
        if (pattern_.writes()) data_.emplace(pattern_.compressible, seed_, pattern_.block);
        if (pattern_.write_share < 1) buffer_ = aligned_buffer(pattern_.block);
        return {};
    }

    Result<void> run(const Turn& turn, Measured& measured) override {
        auto before = turn.start;
        while (turn.goes_on(before) && !walk_.ended()) {
            const auto step = walk_.next();
            if (step.begins_pass && !pattern_.writes()) forget_pages(share_);
            if (auto done = step.write ? write(step) : read(step); !done) return done;
            const auto now = SteadyClock::now();
            measured.note(turn.start, before, now, pattern_.block);
            if (step.write) measured.bytes_written += pattern_.block;
            before = now;
        }
        measured.passes = walk_.passes();
        return {};
    }

  private:
    Result<void> read(const Step& step) {
        const auto got =
            pread(step.range->fd, buffer_.get(), pattern_.block, static_cast<off_t>(step.offset));
        if (got < 0) return io_error("reading", step.offset, errno);
        if (static_cast<std::uint64_t>(got) != pattern_.block)
            return short_io("reading", step.offset, static_cast<std::uint64_t>(got),
                            pattern_.block);
        return {};
    }

    Result<void> write(const Step& step) {
        const int fd = step.range->fd;
        const auto done = pwrite(fd, data_->next(pattern_.block), pattern_.block,
                                 static_cast<off_t>(step.offset));
        if (done < 0) return io_error("writing", step.offset, errno);
        if (static_cast<std::uint64_t>(done) != pattern_.block)
            return short_io("writing", step.offset, static_cast<std::uint64_t>(done),
                            pattern_.block);
        if (pattern_.sync_each && fdatasync(fd) != 0)
            return io_error("fdatasync", step.offset, errno);
        return {};
    }

    const Pattern& pattern_;
    const Share& share_;
    std::uint64_t seed_;
    Walk walk_;
    AlignedBuffer buffer_;            // where it reads
    std::optional<DataSource> data_;  // where it writes
};

}  // namespace

std::unique_ptr<Access> plain_access(const Pattern& pattern, const Share& share,
                                     std::uint64_t seed) {
    return std::make_unique<PlainAccess>(pattern, share, seed);
}

tl::unexpected<Error> io_error(const char* what, std::uint64_t offset, int number) {
    return fail(ErrorCode::failed,
                fmt::format("{} at offset {}: {}", what, offset, std::strerror(number)));
}

tl::unexpected<Error> short_io(const char* what, std::uint64_t offset, std::uint64_t done,
                               std::uint64_t wanted) {
    return fail(ErrorCode::failed,
                fmt::format("{} at offset {}: only {} of {} bytes", what, offset, done, wanted));
}

void forget_pages(const Share& share) {
    for (const auto& range : share)
        posix_fadvise(range.fd, static_cast<off_t>(range.begin), static_cast<off_t>(range.size),
                      POSIX_FADV_DONTNEED);
}

}  // namespace fstune::probes
