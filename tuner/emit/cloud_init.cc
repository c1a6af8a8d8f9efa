// cloud-config: the filesystem by fs_setup, its line of fstab by mounts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/emit/emitters.h"
#include "tuner/report/system_lines.h"

namespace fstune::tuner {

namespace {

std::string quoted(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// mounts names the filesystem by its label, since its UUID is not known yet. XFS takes 12 letters.
std::string label_of(const std::string& target) {
    return target.substr(target.rfind('/') + 1).substr(0, 12);
}

}  // namespace

std::string emit_cloud_init(const Recommendation& recommendation) {
    const auto label = label_of(recommendation.target);
    std::string options;
    for (const auto& option : mkfs_options(recommendation))
        options += (options.empty() ? "" : ", ") + quoted(option);
    auto text = fmt::format(
        "#cloud-config\n"
        "# fstune: {0} for {1}\n"
        "fs_setup:\n"
        "  - device: {2}\n"
        "    filesystem: {0}\n"
        "    label: {3}\n"
        "    partition: none\n"
        "    overwrite: false\n",
        recommendation.filesystem, recommendation.goal, quoted(recommendation.device()),
        quoted(label));
    if (!options.empty()) text += fmt::format("    extra_opts: [{}]\n", options);
    text += fmt::format("mounts:\n  - [{}, {}, {}, {}, \"0\", \"0\"]\n", quoted("LABEL=" + label),
                        quoted(recommendation.target), quoted(recommendation.filesystem),
                        quoted(boot_options(recommendation)));
    const auto rule =
        udev_rule({recommendation.disk, recommendation.serial}, recommendation.lines.queue);
    if (rule.empty()) return text;
    return text + fmt::format(
                      "write_files:\n"
                      "  - path: /etc/udev/rules.d/60-fstune.rules\n"
                      "    content: {}\n"
                      "runcmd:\n"
                      "  - [udevadm, control, --reload]\n"
                      "  - [udevadm, trigger, --subsystem-match=block, --action=change]\n",
                      quoted(rule + "\n"));
}

}  // namespace fstune::tuner
