// Mounts of this machine: the list from libmount; mounting and unmounting by mount(8) and
// umount(8), because a system call that hangs in the kernel cannot be given a deadline, and a
// program can.
#pragma once

#include "probes/host/mounts.h"
#include "probes/host/process.h"

namespace fstune::probes {

class LinuxMounts : public Mounts {
  public:
    explicit LinuxMounts(Process& process,
                         std::chrono::milliseconds deadline = std::chrono::minutes(2))
        : process_(process), deadline_(deadline) {}

    Result<std::vector<MountEntry>> list() const override;
    Result<MountEntry> mount(const std::string& device, const std::string& target,
                             const std::string& type, const std::string& options) override;
    Result<void> unmount(const std::string& target) override;

  private:
    Process& process_;
    std::chrono::milliseconds deadline_;
};

}  // namespace fstune::probes
