// Mounts and BlockDevices in memory, set by the test. Number and name of a device come from the
// same sysfs tree that the code under test reads.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "probes/host/block_devices.h"
#include "probes/host/mounts.h"

namespace fstune::fakes {

class FakeMounts : public probes::Mounts {
  public:
    Result<std::vector<probes::MountEntry>> list() const override { return entries; }
    Result<probes::MountEntry> mount(const std::string& device, const std::string& target,
                                     const std::string& type, const std::string& options) override {
        entries.push_back({device, target, type, "rw" + (options.empty() ? "" : "," + options)});
        return entries.back();
    }
    Result<void> unmount(const std::string& target) override {
        const auto gone = std::erase_if(
            entries, [&](const probes::MountEntry& entry) { return entry.target == target; });
        if (gone == 0) return fail(ErrorCode::failed, target + " is not mounted");
        return {};
    }

    std::vector<probes::MountEntry> entries;
};

struct FakeDevice {
    probes::DescriptorFacts facts;
    std::vector<probes::Signature> signatures;
    bool held = false;
    bool gone = false;
    int wipes = 0;
};

class FakePin : public probes::PinnedDevice {
  public:
    explicit FakePin(std::shared_ptr<FakeDevice> device) : device_(std::move(device)) {}
    Result<probes::DescriptorFacts> facts() const override {
        if (device_->gone) return fail(ErrorCode::failed, "No such device");
        return device_->facts;
    }
    Result<bool> free_for_exclusive_use() const override { return !device_->held; }
    Result<std::vector<probes::Signature>> signatures() const override {
        return device_->signatures;
    }
    Result<void> wipe_signatures() override {
        device_->signatures.clear();
        ++device_->wipes;
        return {};
    }

  private:
    std::shared_ptr<FakeDevice> device_;
};

class FakeBlockDevices : public probes::BlockDevices {
  public:
    Result<std::unique_ptr<probes::PinnedDevice>> pin(const std::string& path) const override {
        const auto found = by_path.find(path);
        if (found == by_path.end()) return fail(ErrorCode::failed, path + ": No such file");
        return std::make_unique<FakePin>(found->second);
    }
    Result<std::vector<probes::LoopBacking>> loops() const override {
        return std::vector<probes::LoopBacking>{};
    }
    std::optional<std::string> file_in_use(const probes::LoopBacking&) const override {
        return std::nullopt;
    }
    std::vector<probes::Opener> openers(
        const std::vector<probes::DeviceNumber>& devices) const override {
        std::vector<probes::Opener> found;
        if (open_for_looks-- <= 0) return found;
        for (const auto& one : opened_by)
            if (std::ranges::find(devices, one.device) != devices.end()) found.push_back(one);
        return found;
    }

    std::map<std::string, std::shared_ptr<FakeDevice>> by_path;
    std::vector<probes::Opener> opened_by;
    mutable int open_for_looks = 1'000'000;  // seen so often, then gone
};

}  // namespace fstune::fakes
