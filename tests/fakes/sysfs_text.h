// A tree of block devices in sysfs, kept in memory, from the lines of a file of tests/data/sysfs,
// which tests/capture makes:
//
//     NAME/at=/sys/devices/PATH       where its folder is; first of its lines
//     NAME/queue/rotational=1         a file below the device's folder; "\x00" is a byte
//     NAME/PARTITION/start=2048       a partition's
//     NAME/slaves=sda sdb1            what it is built of (links in both directions)
#pragma once

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "probes/host/files.h"
#include "tests/fakes/fake_devices.h"

namespace fstune::fakes {

class SysfsText : public probes::Files {
  public:
    explicit SysfsText(const std::string& text) {
        files_["/proc/swaps"] = "Filename\tType\tSize\tUsed\tPriority\n";
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            const auto equals = line.find('=');
            if (line.starts_with('#') || equals == std::string::npos) continue;
            add(line.substr(0, equals), line.substr(equals + 1));
        }
        for (const auto& [name, value] : slaves_) add_slaves(name, value);
    }

    FakeMounts mounts;
    FakeBlockDevices devices;
    const std::string& last() const { return last_; }  // the device that is described last

    Result<std::string> read(const std::string& path) const override {
        const auto found = files_.find(real(path));
        if (found == files_.end()) return missing(path);
        return found->second;
    }
    Result<std::vector<std::string>> list(const std::string& directory) const override {
        const auto folder = real(directory) + "/";
        std::set<std::string> names;
        const auto add_below = [&](const auto& paths) {
            for (auto at = paths.lower_bound(folder);
                 at != paths.end() && at->first.starts_with(folder); ++at)
                names.insert(at->first.substr(folder.size(),
                                              at->first.find('/', folder.size()) - folder.size()));
        };
        add_below(files_);
        add_below(links_);
        if (names.empty()) return missing(directory);
        return std::vector<std::string>(names.begin(), names.end());
    }
    bool exists(const std::string& path) const override {
        return files_.contains(real(path)) || list(path).has_value();
    }
    Result<std::string> resolve(const std::string& path) const override {
        if (!exists(path)) return missing(path);
        return real(path);
    }
    Result<void> write(const std::string& path, const std::string&) override {
        return missing(path);
    }
    Result<std::string> make_private_directory(const std::string& parent) override {
        return missing(parent);
    }
    Result<void> remove_directory(const std::string& path) override { return missing(path); }

  private:
    static tl::unexpected<Error> missing(const std::string& path) {
        return fail(ErrorCode::failed, "no such file: " + path);
    }

    // Links followed: each leads to a folder without any.
    std::string real(const std::string& path) const {
        std::string reached;
        for (std::size_t at = 0; at < path.size();) {
            const auto end = std::min(path.find('/', at + 1), path.size());
            reached += path.substr(at, end - at);
            if (const auto link = links_.find(reached); link != links_.end())
                reached = link->second;
            at = end;
        }
        return reached;
    }

    void add(const std::string& path, const std::string& value) {
        const auto slash = path.find('/');
        const auto name = path.substr(0, slash), file = path.substr(slash + 1);
        last_ = name;
        if (file == "at") {
            folders_[name] = value;
            return;
        }
        if (file == "slaves") {
            slaves_[name] = value;
            return;
        }
        const auto& folder = folders_.at(name);
        files_[folder + "/" + file] = bytes_of(value) + "\n";
        const auto deeper = file.find('/');
        const auto whose = deeper == std::string::npos ? name : file.substr(0, deeper);
        const auto last = file.substr(deeper == std::string::npos ? 0 : deeper + 1);
        if (last == "dev") add_device(whose, whose == name ? folder : folder + "/" + whose, value);
        if (last == "size")
            devices.by_path.at("/dev/" + whose)->facts.size = std::stoull(value) * 512;
    }
    static std::string bytes_of(const std::string& value) {
        std::string bytes;
        for (std::size_t at = 0; at < value.size(); ++at) {
            const bool escaped = value.compare(at, 2, "\\x") == 0 && at + 3 < value.size();
            bytes += escaped ? static_cast<char>(std::stoi(value.substr(at + 2, 2), nullptr, 16))
                             : value[at];
            if (escaped) at += 3;
        }
        return bytes;
    }
    void add_slaves(const std::string& name, const std::string& value) {
        std::istringstream words(value);
        for (std::string slave; words >> slave;) {
            links_[folders_.at(name) + "/slaves/" + slave] = folders_.at(slave);
            links_[folders_.at(slave) + "/holders/" + name] = folders_.at(name);
        }
    }
    void add_device(const std::string& name, const std::string& folder, const std::string& dev) {
        folders_[name] = folder;
        links_["/sys/class/block/" + name] = folder;
        links_["/sys/dev/block/" + dev] = folder;
        auto device = std::make_shared<FakeDevice>();
        device->facts.number = {static_cast<unsigned>(std::stoul(dev)),
                                static_cast<unsigned>(std::stoul(dev.substr(dev.find(':') + 1)))};
        devices.by_path["/dev/" + name] = device;
    }

    std::map<std::string, std::string> files_, links_, folders_, slaves_;
    std::string last_;
};

}  // namespace fstune::fakes
