// A machine's block devices as a tree of files and in-memory fakes, made from what `lsblk --json`
// printed there.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/fakes/fake_devices.h"

namespace fstune::fakes {

class SysfsTree {
  public:
    explicit SysfsTree(std::string root) : root_(std::move(root)) {
        std::filesystem::create_directories(root_ + "/sys/class/block");
        std::filesystem::create_directories(root_ + "/sys/dev/block");
        std::filesystem::create_directories(root_ + "/sys/block");
        std::filesystem::create_directories(root_ + "/proc");
        write("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    }

    void add(const nlohmann::json& lsblk) {
        for (const auto& disk : lsblk.at("blockdevices")) add_device(disk, "");
    }
    // Replaces everything, as when the kernel gives names anew.
    void replace(const nlohmann::json& lsblk) {
        for (const auto* folder :
             {"/sys/class/block", "/sys/dev/block", "/sys/block", "/sys/devices"})
            std::filesystem::remove_all(root_ + folder);
        for (const auto* folder : {"/sys/class/block", "/sys/dev/block", "/sys/block"})
            std::filesystem::create_directories(root_ + folder);
        mounts.entries.clear();
        devices.by_path.clear();
        next_minor_ = 0;
        add(lsblk);
    }
    void write(const std::string& path, const std::string& text) {
        std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
        std::ofstream(root_ + path) << text;
    }

    FakeMounts mounts;
    FakeBlockDevices devices;

  private:
    static std::string text(const nlohmann::json& device, const char* key) {
        return device.contains(key) && device[key].is_string() ? device[key].get<std::string>()
                                                               : "";
    }
    static bool flag(const nlohmann::json& device, const char* key) {
        return device.contains(key) && device[key].is_boolean() && device[key].get<bool>();
    }

    std::string new_device(const nlohmann::json& device, const std::string& parent) {
        const auto name = device.contains("kname") ? text(device, "kname") : text(device, "name");
        const std::string bus = text(device, "tran") == "usb" ? "/usb1" : "";
        const auto folder =
            parent.empty() ? "/sys/devices" + bus + "/block/" + name : parent + "/" + name;
        const auto number = device.contains("maj:min") ? text(device, "maj:min")
                                                       : fmt::format("8:{}", next_minor_++);
        const auto size = device.value("size", std::uint64_t{1} << 30);
        write(folder + "/dev", number + "\n");
        write(folder + "/size", std::to_string(size / 512) + "\n");
        write(folder + "/ro", flag(device, "ro") ? "1\n" : "0\n");
        write(folder + "/removable", flag(device, "rm") ? "1\n" : "0\n");
        write(folder + "/serial", text(device, "serial"));
        write(folder + "/wwid", text(device, "wwn"));
        write(folder + "/queue/logical_block_size", "512\n");
        std::filesystem::create_directories(root_ + folder + "/holders");
        link("/sys/class/block/" + name, folder);
        link("/sys/dev/block/" + number, folder);
        if (parent.empty()) link("/sys/block/" + name, folder);

        auto fake = std::make_shared<FakeDevice>();
        const auto colon = number.find(':');
        fake->facts.number = {static_cast<unsigned>(std::stoul(number)),
                              static_cast<unsigned>(std::stoul(number.substr(colon + 1)))};
        fake->facts.size = size;
        if (const auto type = text(device, "fstype"); !type.empty())
            fake->signatures.push_back({type, type.ends_with("_member")
                                                  ? probes::Signature::Kind::member
                                                  : probes::Signature::Kind::filesystem});
        devices.by_path["/dev/" + name] = fake;
        if (const auto target = text(device, "mountpoint"); !target.empty())
            mounts.entries.push_back({"/dev/" + name, target, text(device, "fstype"), "rw",
                                      fake->facts.number.major, fake->facts.number.minor});
        return folder;
    }

    void add_device(const nlohmann::json& device, const std::string& parent) {
        const auto folder = new_device(device, parent);
        for (const auto& child : device.value("children", nlohmann::json::array())) {
            if (text(child, "type") == "part" || text(child, "type").empty()) {
                add_device(child, folder);
                write(folder + "/" + text(child, "name") + "/partition", "1\n");
                continue;
            }
            const auto name = child.contains("kname") ? text(child, "kname") : text(child, "name");
            if (!devices.by_path.contains("/dev/" + name)) add_device(child, "");
            const auto held = "/sys/devices/block/" + name;
            if (text(child, "type") == "mpath") {
                write(held + "/dm/name", text(child, "name"));
                write(held + "/dm/uuid", "mpath-3600");
            } else if (text(child, "type").starts_with("raid")) {
                std::filesystem::create_directories(root_ + held + "/md");
            }
            link(folder + "/holders/" + name, held);
        }
    }

    // Relative, as in sysfs, so that the tree can stand anywhere.
    void link(const std::string& from, const std::string& to) {
        const auto at = std::filesystem::path(root_ + from);
        std::filesystem::create_directories(root_ + to);
        if (!std::filesystem::exists(std::filesystem::symlink_status(at)))
            std::filesystem::create_symlink(std::filesystem::relative(root_ + to, at.parent_path()),
                                            at);
    }

    std::string root_;
    int next_minor_ = 0;
};

}  // namespace fstune::fakes
