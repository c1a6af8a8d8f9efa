// BlockDevices of this machine: ioctls and libblkid.
#pragma once

#include "probes/host/block_devices.h"

namespace fstune::probes {

class LinuxBlockDevices : public BlockDevices {
  public:
    Result<std::unique_ptr<PinnedDevice>> pin(const std::string& path) const override;
    Result<std::vector<LoopBacking>> loops() const override;
    std::optional<std::string> file_in_use(const LoopBacking& backing) const override;
    std::vector<Opener> openers(const std::vector<DeviceNumber>& devices) const override;
};

}  // namespace fstune::probes
