#include "probes/workloads/commit_log.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>

namespace fstune::probes {

Result<void> CommitLog::commit(const char* record, std::size_t size) {
    std::unique_lock lock(mutex_);
    waiting_.append(record, size);
    appended_ += size;
    const auto mine = appended_;
    while (durable_ < mine && !problem_) {
        if (writing_) {
            written_.wait(lock);
            continue;
        }
        writing_ = true;
        const auto batch = std::exchange(waiting_, {});
        const auto end = appended_;
        lock.unlock();
        const auto done = write_out(batch);
        lock.lock();
        writing_ = false;
        ++flushes_;
        if (done)
            durable_ = end;
        else
            problem_ = done.error();
        written_.notify_all();
    }
    if (problem_) return tl::unexpected(*problem_);
    return {};
}

Result<void> CommitLog::write_out(const std::string& batch) {
    if (at_ + batch.size() > largest_) at_ = 0;
    const auto done = pwrite(fd_, batch.data(), batch.size(), static_cast<off_t>(at_));
    if (done != static_cast<ssize_t>(batch.size()))
        return fail(ErrorCode::failed,
                    fmt::format("writing the log: {}", std::strerror(done < 0 ? errno : ENOSPC)));
    if (fdatasync(fd_) != 0)
        return fail(ErrorCode::failed,
                    fmt::format("fdatasync of the log: {}", std::strerror(errno)));
    at_ += batch.size();
    return {};
}

}  // namespace fstune::probes
