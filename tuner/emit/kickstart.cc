// Lines for a kickstart file. Debian has no reader of it to check them with.
#include <fmt/format.h>

#include "tuner/emit/emitters.h"
#include "tuner/report/system_lines.h"

namespace fstune::tuner {

std::string emit_kickstart(const Recommendation& recommendation) {
    const auto& device = recommendation.device();
    const auto disk = device.starts_with("/dev/") ? device.substr(5) : device;
    auto text = fmt::format(
        "# fstune: {0} for {1}. --ondisk: better a name that stays, like disk/by-id/...\n"
        "part {2} --fstype={0} --ondisk={3} --size=1024 --grow",
        recommendation.filesystem, recommendation.goal, recommendation.target, disk);
    if (const auto options = mkfs_options(recommendation); !options.empty())
        text += fmt::format(" --mkfsoptions=\"{}\"", fmt::join(options, " "));
    text += fmt::format(" --fsoptions=\"{}\"\n", boot_options(recommendation));
    const auto rule =
        udev_rule({recommendation.disk, recommendation.serial}, recommendation.lines.queue);
    if (rule.empty()) return text;
    return text + fmt::format(
                      "%post\n"
                      "cat > /etc/udev/rules.d/60-fstune.rules <<'EOF'\n{}\nEOF\n"
                      "%end\n",
                      rule);
}

}  // namespace fstune::tuner
