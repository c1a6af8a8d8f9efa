// A write-ahead log as databases keep it: records of many sessions, appended by whoever comes
// first for all who wait, so that one flush makes several commits durable.
//
// Errors: failed with the system's reason, to every session from then on.
// Threads: safe; each session calls commit() from its own thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "knowledge/error.h"

namespace fstune::probes {

class CommitLog {
  public:
    // `fd`: an empty file, open for writing. Beyond `largest` bytes it begins at the front again.
    CommitLog(int fd, std::uint64_t largest) : fd_(fd), largest_(largest) {}

    // Returns when the record is on the device.
    Result<void> commit(const char* record, std::size_t size);
    std::uint64_t flushes() const { return flushes_; }

  private:
    Result<void> write_out(const std::string& batch);

    int fd_;
    std::uint64_t largest_;
    std::mutex mutex_;
    std::condition_variable written_;
    std::string waiting_;                       // records that nobody writes yet
    std::uint64_t appended_ = 0, durable_ = 0;  // bytes since the beginning
    std::uint64_t at_ = 0, flushes_ = 0;
    bool writing_ = false;
    std::optional<Error> problem_;
};

}  // namespace fstune::probes
