#include "tuner/report/system_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace fstune::tuner {

namespace {

// In a rule a quotation mark ends the text, and * ? [ are patterns.
bool plain(const std::string& text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.' || c == ':';
    });
}

}  // namespace

std::vector<std::string> mount_command(const std::string& device, const std::string& mount_options,
                                       const std::string& target) {
    std::vector<std::string> argv = {"mount"};
    if (!mount_options.empty()) argv.insert(argv.end(), {"-o", mount_options});
    argv.insert(argv.end(), {device, target});
    return argv;
}

std::string fstab_line(const std::string& filesystem, const std::string& mount_options,
                       const std::string& target) {
    const std::string own = mount_options.empty() ? "" : mount_options + ",";
    return fmt::format("UUID=<UUID> {} {} {}nofail,x-systemd.device-timeout=10s 0 0", target,
                       filesystem, own);
}

std::string udev_rule(const RuleDevice& device, const std::vector<knowledge::QueueSetting>& queue) {
    if (queue.empty()) return "";
    std::string rule = R"(ACTION=="add|change", SUBSYSTEM=="block", )";
    rule +=
        plain(device.serial)
            ? fmt::format(R"(ENV{{DEVTYPE}}=="disk", ENV{{ID_SERIAL_SHORT}}=="{}")", device.serial)
            : fmt::format(R"(KERNEL=="{}")", device.disk);
    for (const auto& [attribute, value] : queue)
        rule += fmt::format(R"(, ATTR{{queue/{}}}="{}")", attribute, value);
    return rule;
}

}  // namespace fstune::tuner
