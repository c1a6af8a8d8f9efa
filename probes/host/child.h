// Starts a program in its own process group with a clean environment; the low half of
// PosixProcess. Not for use elsewhere.
#pragma once

#include <sys/types.h>

#include <stop_token>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

inline constexpr const char* clean_path = "/usr/sbin:/usr/bin:/sbin:/bin";

struct Child {
    pid_t pid = -1;
    UniqueFd pidfd, out, err;  // the streams do not block
};

Result<Child> start_child(const std::string& program, const std::vector<std::string>& argv);

// A descriptor that becomes readable when stop is requested; -1 where it never can be.
class StopWakeup {
  public:
    explicit StopWakeup(const std::stop_token& stop);
    int fd() const { return event_.get(); }

  private:
    struct Signal {
        int fd;
        void operator()() const;
    };
    UniqueFd event_;
    std::stop_callback<Signal> callback_;
};

}  // namespace fstune::probes
