#include "tuner/emit/emitters.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "probes/host/process.h"
#include "tuner/report/system_lines.h"

namespace fstune::tuner {

namespace {

std::string heading(const Recommendation& recommendation) {
    return fmt::format("# fstune: {} for {}\n", recommendation.filesystem, recommendation.goal);
}

std::string uuid_or_placeholder(const Recommendation& recommendation) {
    return recommendation.uuid.empty() ? "<UUID>" : recommendation.uuid;
}

std::string how_to_find_uuid(const Recommendation& recommendation) {
    if (!recommendation.uuid.empty()) return "";
    return fmt::format("# <UUID>: blkid -s UUID -o value {}\n",
                       probes::shell_quoted({recommendation.device()}));
}

// Without force: whoever types it is asked, or refused, where something lies on the device.
std::string emit_shell(const Recommendation& recommendation) {
    std::vector<std::string> mkfs{recommendation.lines.mkfs.front()};
    for (const auto& option : mkfs_options(recommendation)) mkfs.push_back(option);
    mkfs.push_back(recommendation.device());
    std::vector<std::string> mount{"mount"};
    if (const auto& options = recommendation.lines.mount_options; !options.empty())
        mount.insert(mount.end(), {"-o", options});
    mount.insert(mount.end(), {recommendation.device(), recommendation.target});
    std::string text = heading(recommendation) + probes::shell_quoted(mkfs) + "\n" +
                       probes::shell_quoted({"mkdir", "-p", recommendation.target}) + "\n" +
                       probes::shell_quoted(mount) + "\n";
    for (const auto& [attribute, value] : recommendation.lines.queue)
        text += fmt::format("echo {} > /sys/block/{}/queue/{}\n", probes::shell_quoted({value}),
                            probes::shell_quoted({recommendation.disk}), attribute);
    return text;
}

// fstab(5): blanks in a field are written as octal.
std::string fstab_word(const std::string& text) {
    std::string word;
    for (const char c : text)
        word += c == ' ' ? "\\040" : c == '\t' ? "\\011" : c == '\\' ? "\\134" : std::string(1, c);
    return word;
}

std::string emit_fstab(const Recommendation& recommendation) {
    auto line = fstab_line(recommendation.filesystem, recommendation.lines.mount_options,
                           fstab_word(recommendation.target));
    if (!recommendation.uuid.empty())
        line.replace(line.find("<UUID>"), std::string("<UUID>").size(), recommendation.uuid);
    return heading(recommendation) + how_to_find_uuid(recommendation) + line + "\n";
}

// systemd-escape --path: the unit of /mnt/data is mnt-data.mount.
std::string unit_name(const std::string& target) {
    std::string name;
    for (std::size_t i = 1; i < target.size(); ++i) {
        const auto c = static_cast<unsigned char>(target[i]);
        if (c == '/')
            name += '-';
        else if (std::isalnum(c) != 0 || c == '_' || c == ':' || (c == '.' && !name.empty()))
            name += target[i];
        else
            name += fmt::format("\\x{:02x}", c);
    }
    return name + ".mount";
}

// systemd expands % in values.
std::string unit_value(const std::string& text) {
    std::string value;
    for (const char c : text) value += c == '%' ? "%%" : std::string(1, c);
    return value;
}

std::string emit_systemd(const Recommendation& recommendation) {
    std::string text = heading(recommendation) +
                       fmt::format("# /etc/systemd/system/{}\n", unit_name(recommendation.target)) +
                       how_to_find_uuid(recommendation);
    text += fmt::format(
        "[Unit]\nDescription=Data filesystem at {0}\n\n[Mount]\n"
        "What=/dev/disk/by-uuid/{1}\nWhere={0}\nType={2}\n",
        unit_value(recommendation.target), uuid_or_placeholder(recommendation),
        recommendation.filesystem);
    if (const auto& options = recommendation.lines.mount_options; !options.empty())
        text += fmt::format("Options={}\n", unit_value(options));
    // Wanted, not required: a missing disk does not stop the boot.
    return text + "TimeoutSec=30\n\n[Install]\nWantedBy=local-fs.target\n";
}

std::string emit_udev(const Recommendation& recommendation) {
    const auto rule =
        udev_rule({recommendation.disk, recommendation.serial}, recommendation.lines.queue);
    return heading(recommendation) + "# /etc/udev/rules.d/60-fstune.rules\n" +
           (rule.empty() ? "# the settings of the queue stay as they are\n" : rule + "\n");
}

constexpr auto table = std::to_array<Emitter>({
    {"shell", "mkfs, mount and queue as commands", emit_shell},
    {"fstab", "a line for /etc/fstab", emit_fstab},
    {"systemd", "a systemd mount unit", emit_systemd},
    {"udev", "a udev rule for the queue", emit_udev},
    {"tune", "tune2fs or xfs_admin: what can be changed without making it anew", emit_tune},
    {"ansible", "a list of Ansible tasks", emit_ansible},
    {"cloud-init", "cloud-config with fs_setup and mounts", emit_cloud_init},
    {"kickstart", "kickstart: part and %post", emit_kickstart},
});

// Below the first line, which cloud-init wants to be its own. A study file may hold anything; a
// comment is one line.
std::string with_note(std::string text, const Recommendation& recommendation) {
    auto note = undecided_note(recommendation);
    if (note.empty()) return text;
    std::ranges::replace_if(
        note, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
    return text.insert(text.find('\n') + 1, "# " + note + "\n");
}

bool plain_path(const std::string& path) {
    return path.starts_with('/') && path.size() > 1 && !path.ends_with('/') &&
           path.find("//") == std::string::npos &&
           std::ranges::none_of(path, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}

}  // namespace

std::span<const Emitter> emitters() { return table; }

std::string undecided_note(const Recommendation& recommendation) {
    if (recommendation.decided) return "";
    return fmt::format(
        "NOT CONFIRMED: the study decided nothing ({}); these are the defaults of {}",
        recommendation.reason, recommendation.filesystem);
}

Result<std::string> emit(std::string_view format, const Recommendation& recommendation) {
    const auto found = std::ranges::find(table, format, &Emitter::name);
    if (found == table.end()) {
        std::string names;
        for (const auto& one : table)
            names += fmt::format("{}{}", names.empty() ? "" : ", ", one.name);
        return fail(ErrorCode::usage, fmt::format("'{}' is no format; say {}", format, names));
    }
    if (!plain_path(recommendation.target) || !plain_path(recommendation.device()))
        return fail(ErrorCode::usage,
                    "the mount point and the device are absolute paths, like /srv/data");
    return with_note(found->emit(recommendation), recommendation);
}

}  // namespace fstune::tuner
