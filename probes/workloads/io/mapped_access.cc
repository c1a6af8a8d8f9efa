// Files reached through memory, as databases and linkers do it.
#include <fmt/format.h>
#include <sys/mman.h>

#include <cstring>
#include <optional>

#include "probes/workloads/data_source.h"
#include "probes/workloads/io/access.h"
#include "probes/workloads/io/guarded_copy.h"

namespace fstune::probes {

namespace {

class Mapping {
  public:
    Mapping() = default;
    Mapping(char* memory, std::size_t size) : memory_(memory), size_(size) {}
    Mapping(Mapping&& other) noexcept : memory_(other.memory_), size_(other.size_) {
        other.memory_ = nullptr;
    }
    Mapping& operator=(Mapping&&) = delete;
    ~Mapping() {
        if (memory_ != nullptr) munmap(memory_, size_);
    }
    char* at(std::uint64_t offset) const { return memory_ + offset; }
    void forget() const { madvise(memory_, size_, MADV_DONTNEED); }

    static Result<Mapping> make(const Range& range, bool writes, bool random) {
        auto* const memory = mmap(nullptr, range.size, writes ? PROT_READ | PROT_WRITE : PROT_READ,
                                  MAP_SHARED, range.fd, static_cast<off_t>(range.begin));
        if (memory == MAP_FAILED)
            return fail(ErrorCode::failed, fmt::format("mapping {} bytes of a file: {}", range.size,
                                                       std::strerror(errno)));
        madvise(memory, range.size, random ? MADV_RANDOM : MADV_SEQUENTIAL);
        return Mapping(static_cast<char*>(memory), range.size);
    }

  private:
    char* memory_ = nullptr;
    std::size_t size_ = 0;
};

class MappedAccess : public Access {
  public:
    MappedAccess(const Pattern& pattern, const Share& share, std::uint64_t seed)
        : pattern_(pattern), share_(share), seed_(seed), walk_(pattern, share, seed) {}

    Result<void> prepare() override {
        if (pattern_.writes()) data_.emplace(pattern_.compressible, seed_, pattern_.block);
        if (pattern_.write_share < 1) buffer_ = aligned_buffer(pattern_.block);
        for (const auto& range : share_) {
            auto mapping = Mapping::make(range, pattern_.writes(), pattern_.random);
            if (!mapping) return tl::unexpected(mapping.error());
            mappings_.push_back(std::move(*mapping));
        }
        return {};
    }

    Result<void> run(const Turn& turn, Measured& measured) override {
        auto before = turn.start;
        while (turn.goes_on(before) && !walk_.ended()) {
            const auto step = walk_.next();
            if (step.begins_pass && !pattern_.writes()) forget();
            if (auto done = copy(step); !done) return done;
            const auto now = SteadyClock::now();
            measured.note(turn.start, before, now, pattern_.block);
            if (step.write) measured.bytes_written += pattern_.block;
            before = now;
        }
        measured.passes = walk_.passes();
        return {};
    }

  private:
    Result<void> copy(const Step& step) {
        const auto& mapping = mappings_[static_cast<std::size_t>(step.range - share_.data())];
        char* const there = mapping.at(step.offset - step.range->begin);
        const bool copied = step.write
                                ? guarded_copy(there, data_->next(pattern_.block), pattern_.block)
                                : guarded_copy(buffer_.get(), there, pattern_.block);
        if (!copied) return io_error("a mapped page", step.offset, EIO);
        if (step.write && pattern_.sync_each && sync(there) != 0)
            return io_error("msync", step.offset, errno);
        return {};
    }

    // Whole pages only: msync refuses others.
    int sync(char* there) const {
        constexpr std::uintptr_t page = 4096;
        const auto excess = reinterpret_cast<std::uintptr_t>(there) % page;
        return msync(there - excess, pattern_.block + excess, MS_SYNC);
    }

    void forget() const {
        for (const auto& mapping : mappings_) mapping.forget();
        forget_pages(share_);
    }

    const Pattern& pattern_;
    const Share& share_;
    std::uint64_t seed_;
    Walk walk_;
    AlignedBuffer buffer_;
    std::optional<DataSource> data_;
    std::vector<Mapping> mappings_;
};

}  // namespace

std::unique_ptr<Access> mapped_access(const Pattern& pattern, const Share& share,
                                      std::uint64_t seed) {
    return std::make_unique<MappedAccess>(pattern, share, seed);
}

}  // namespace fstune::probes
