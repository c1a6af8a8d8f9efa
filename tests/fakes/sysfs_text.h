// A tree of block devices in sysfs, from the lines of a file of tests/data/sysfs:
//
//     NAME/bus=usb2                   where it is attached; first of its lines
//     NAME/queue/rotational=1         a file below the device's folder
//     NAME/PARTITION/start=2048       a partition's
//     NAME/slaves=sda sdb             what it is built of (links in both directions)
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "tests/fakes/fake_devices.h"

namespace fstune::fakes {

class SysfsText {
  public:
    SysfsText(std::string root, const std::string& text) : root_(std::move(root)) {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const auto equals = line.find('=');
            if (line.starts_with('#') || equals == std::string::npos) continue;
            add(line.substr(0, equals), line.substr(equals + 1));
        }
        write("/proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
    }

    FakeMounts mounts;
    FakeBlockDevices devices;

  private:
    void add(const std::string& path, const std::string& value) {
        const auto slash = path.find('/');
        const auto name = path.substr(0, slash), file = path.substr(slash + 1);
        if (file == "bus") {
            folders_[name] = "/sys/devices/" + value + "/block/" + name;
            return;
        }
        const auto folder =
            folders_.emplace(name, "/sys/devices/virtual/block/" + name).first->second;
        link("/sys/class/block/" + name, folder);
        if (file == "slaves") return add_slaves(name, value);
        write(folder + "/" + file, value + "\n");
        if (file == "dev") add_number(name, folder, value);
        const auto deeper = file.find("/dev");
        if (deeper != std::string::npos && file.ends_with("/dev")) {
            const auto partition = file.substr(0, deeper);
            link("/sys/class/block/" + partition, folder + "/" + partition);
            add_number(partition, folder + "/" + partition, value);
        }
    }
    void add_slaves(const std::string& name, const std::string& value) {
        std::istringstream words(value);
        for (std::string slave; words >> slave;) {
            link(folders_[name] + "/slaves/" + slave, folders_[slave]);
            link(folders_[slave] + "/holders/" + name, folders_[name]);
        }
    }
    void add_number(const std::string& name, const std::string& folder, const std::string& dev) {
        link("/sys/dev/block/" + dev, folder);
        auto device = std::make_shared<FakeDevice>();
        device->facts.number = {static_cast<unsigned>(std::stoul(dev)),
                                static_cast<unsigned>(std::stoul(dev.substr(dev.find(':') + 1)))};
        device->facts.size = std::uint64_t{1} << 40;
        devices.by_path["/dev/" + name] = device;
    }
    void write(const std::string& path, const std::string& text) {
        std::filesystem::create_directories(std::filesystem::path(root_ + path).parent_path());
        std::ofstream(root_ + path) << text;
    }
    void link(const std::string& from, const std::string& to) {
        const auto at = std::filesystem::path(root_ + from);
        std::filesystem::create_directories(at.parent_path());
        std::filesystem::create_directories(root_ + to);
        if (!std::filesystem::is_symlink(at))
            std::filesystem::create_symlink(std::filesystem::relative(root_ + to, at.parent_path()),
                                            at);
    }

    std::string root_;
    std::map<std::string, std::string> folders_;
};

}  // namespace fstune::fakes
