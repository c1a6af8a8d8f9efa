#include "tuner/study/printing_runner.h"

#include <fmt/format.h>

#include "knowledge/command_lines.h"
#include "probes/host/process.h"

namespace fstune::tuner {

Result<knowledge::Outcome> PrintingRunner::run(const probes::TrialRequest& request) {
    if (known_.insert(request.configuration).second) {
        // Values that contradict each other: a failed trial, as it would be.
        if (auto said = print(request.configuration);
            !said && said.error().code != ErrorCode::unsupported)
            return tl::unexpected(said.error());
        else if (!said)
            return knowledge::Failure{knowledge::FailureKind::mkfs_refused, said.error().message};
    }
    ++trials_;
    const double probe = std::chrono::duration<double>(request.probe_length).count();
    bytes_ += static_cast<double>(estimate_.bytes_prepared) + probe * estimate_.bytes_a_second;
    clock_.move(request.probe_length + std::chrono::nanoseconds(static_cast<std::int64_t>(
                                           estimate_.seconds_beside_probe * 1e9)));
    // All alike, so that nothing is recommended.
    knowledge::Measurement nothing;
    nothing.value = 1;
    return nothing;
}

Result<void> PrintingRunner::print(const knowledge::Configuration& configuration) {
    const auto lines =
        knowledge::command_lines(parameters_, configuration, device_, knowledge::Purpose::probe);
    if (!lines) return tl::unexpected(lines.error());
    const std::string target = "/run/fstune/mnt";
    const auto say = [this](const std::vector<std::string>& argv) {
        printed_ += probes::shell_quoted(argv) + "\n";
    };
    printed_ += fmt::format("# {}\n", knowledge::to_text(configuration));
    for (const auto& [attribute, value] : lines->queue)
        printed_ += fmt::format("echo {} > /sys/block/{}/queue/{}\n", probes::shell_quoted({value}),
                                device_.substr(device_.rfind('/') + 1), attribute);
    say(lines->mkfs);
    std::vector<std::string> mount = {"mount", "-n", "-t", configuration.filesystem};
    if (!lines->mount_options.empty()) mount.insert(mount.end(), {"-o", lines->mount_options});
    mount.insert(mount.end(), {"--", device_, target});
    say(mount);
    say(knowledge::superblock_command(configuration.filesystem, device_, target));
    printed_ += fmt::format("# probe: {} below {}\n", workload_, target);
    say({"umount", "-n", "--", target});
    return {};
}

}  // namespace fstune::tuner
