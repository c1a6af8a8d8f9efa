// io_uring: as many operations under way as the queue is deep.
#include <fmt/format.h>
#include <liburing.h>

#include <cstring>
#include <deque>
#include <optional>
#include <span>

#include "probes/workloads/data_source.h"
#include "probes/workloads/io/access.h"

namespace fstune::probes {

namespace {

class Ring {
  public:
    Ring() = default;
    Ring(const Ring&) = delete;
    Ring& operator=(const Ring&) = delete;
    ~Ring() {
        if (made_) io_uring_queue_exit(&ring_);
    }

    Result<void> make(unsigned entries) {
        // Completions are worked off by this thread when it asks for them; older kernels do not
        // know how, and then do as they always did.
        int answer = -EINVAL;
        for (const unsigned flags : {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
                                     IORING_SETUP_COOP_TASKRUN, 0U}) {
            answer = io_uring_queue_init(entries, &ring_, flags);
            if (answer != -EINVAL) break;
        }
        if (answer < 0)
            return fail(ErrorCode::unsupported,
                        fmt::format("a queue depth of {} needs io_uring, which this kernel "
                                    "refuses ({}); see /proc/sys/kernel/io_uring_disabled, or "
                                    "use a queue depth of 1 and more threads",
                                    entries, std::strerror(-answer)));
        made_ = true;
        return {};
    }
    io_uring* get() { return &ring_; }

  private:
    io_uring ring_ = {};
    bool made_ = false;
};

class RingAccess : public Access {
  public:
    RingAccess(const Pattern& pattern, const Share& share, std::uint64_t seed)
        : pattern_(pattern),
          share_(share),
          seed_(seed),
          walk_(pattern, share, seed),
          slots_(static_cast<std::size_t>(pattern.queue_depth)) {}

    Result<void> prepare() override {
        if (auto made = ring_.make(static_cast<unsigned>(pattern_.queue_depth)); !made) return made;
        if (pattern_.writes())
            data_.emplace(pattern_.compressible, seed_, pattern_.block, slots_.size());
        for (std::size_t i = 0; i < slots_.size(); ++i) {
            if (pattern_.write_share < 1) slots_[i].buffer = aligned_buffer(pattern_.block);
            free_.push_back(i);
        }
        return {};
    }

    // What was started is always waited for: the kernel writes into our memory until then.
    Result<void> run(const Turn& turn, Measured& measured) override {
        Result<void> result;
        auto now = turn.start;
        while (true) {
            if (result) result = start_more(turn, now);
            if (free_.size() == slots_.size()) break;
            const int submitted = io_uring_submit_and_wait(ring_.get(), 1);
            if (submitted < 0 && submitted != -EINTR)
                return fail(ErrorCode::failed,
                            fmt::format("io_uring: {}", std::strerror(-submitted)));
            now = SteadyClock::now();
            if (auto done = reap(turn, now, measured); !done && result) result = done;
        }
        measured.passes = walk_.passes();
        return result;
    }

  private:
    struct Slot {
        AlignedBuffer buffer;  // where it reads
        char* data = nullptr;  // what it writes
        Step step;
        SteadyClock::time_point begun;
    };

    // A pass begins when the one before has ended, so that it finds none of its pages.
    bool waits_for_pass() const {
        return !pattern_.writes() && walk_.at_end() && free_.size() < slots_.size();
    }

    Result<void> start_more(const Turn& turn, SteadyClock::time_point now) {
        while (!free_.empty() && turn.goes_on(now) && !walk_.ended() && !waits_for_pass()) {
            auto& slot = slots_[free_.front()];
            slot.step = walk_.next();
            if (slot.step.begins_pass && !pattern_.writes()) forget_pages(share_);
            auto* const entry = io_uring_get_sqe(ring_.get());
            if (entry == nullptr) return fail(ErrorCode::failed, "io_uring: the queue is full");
            submit(slot, *entry);
            io_uring_sqe_set_data64(entry, free_.front());
            free_.pop_front();
            now = SteadyClock::now();
            slot.begun = now;
        }
        return {};
    }

    void submit(Slot& slot, io_uring_sqe& entry) {
        const auto size = static_cast<unsigned>(pattern_.block);
        if (!slot.step.write) {
            io_uring_prep_read(&entry, slot.step.range->fd, slot.buffer.get(), size,
                               slot.step.offset);
            return;
        }
        slot.data = data_->take();
        io_uring_prep_write(&entry, slot.step.range->fd, slot.data, size, slot.step.offset);
        if (pattern_.sync_each) entry.rw_flags = RWF_DSYNC;
    }

    Result<void> reap(const Turn& turn, SteadyClock::time_point now, Measured& measured) {
        Result<void> result;
        std::array<io_uring_cqe*, 64> batch = {};
        while (true) {
            const auto count = io_uring_peek_batch_cqe(ring_.get(), batch.data(), batch.size());
            if (count == 0) return result;
            for (const auto* entry : std::span(batch).first(count)) {
                auto& slot = slots_[entry->user_data];
                if (auto done = judge(slot, entry->res); !done && result) result = done;
                measured.note(turn.start, slot.begun, now, pattern_.block);
                if (slot.step.write) {
                    measured.bytes_written += pattern_.block;
                    data_->give_back(slot.data);
                }
                free_.push_back(entry->user_data);
            }
            io_uring_cq_advance(ring_.get(), count);
        }
    }

    Result<void> judge(const Slot& slot, int answer) const {
        const auto* const what = slot.step.write ? "writing" : "reading";
        if (answer < 0) return io_error(what, slot.step.offset, -answer);
        if (static_cast<std::uint64_t>(answer) != pattern_.block)
            return short_io(what, slot.step.offset, static_cast<std::uint64_t>(answer),
                            pattern_.block);
        return {};
    }

    const Pattern& pattern_;
    const Share& share_;
    std::uint64_t seed_;
    Walk walk_;
    std::vector<Slot> slots_;
    std::optional<DataPool> data_;
    std::deque<std::size_t> free_;
    Ring ring_;  // last: gone before the memory it works on
};

}  // namespace

std::unique_ptr<Access> ring_access(const Pattern& pattern, const Share& share,
                                    std::uint64_t seed) {
    return std::make_unique<RingAccess>(pattern, share, seed);
}

}  // namespace fstune::probes
