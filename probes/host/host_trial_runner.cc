#include "probes/host/host_trial_runner.h"

#include "probes/host/trial_steps.h"

namespace fstune::probes {

namespace {

// The first step that fails ends the trial; what came before is undone by the caller.
tl::expected<knowledge::Measurement, Problem> measure(
    TrialSteps& steps, const knowledge::CommandLines& lines, const TrialRequest& request,
    const std::vector<knowledge::Parameter>& parameters, Workload& workload) {
    const auto& configuration = request.configuration;
    auto done = steps.set_queue(lines.queue);
    if (done) done = steps.make_filesystem(lines, configuration.filesystem);
    if (done) done = steps.mount(configuration.filesystem, lines.mount_options);
    if (done) done = steps.read_back(parameters, configuration);
    if (!done) return tl::unexpected(done.error());
    return steps.probe(workload, request);
}

}  // namespace

HostTrialRunner::HostTrialRunner(TrialSeams seams, Workload& workload,
                                 std::vector<knowledge::Parameter> parameters,
                                 TrialSettings settings)
    : seams_(seams),
      workload_(workload),
      parameters_(std::move(parameters)),
      settings_(std::move(settings)) {}

Result<knowledge::Outcome> HostTrialRunner::run(const TrialRequest& request) {
    if (settings_.stop.stop_requested())
        return fail(ErrorCode::interrupted, "stopped before the trial");
    const auto lines = knowledge::command_lines(parameters_, request.configuration,
                                                seams_.device.path(), knowledge::Purpose::probe);
    // Values that contradict each other are a fact about them, as if mkfs had said so.
    if (!lines && lines.error().code == ErrorCode::unsupported)
        return knowledge::Failure{knowledge::FailureKind::mkfs_refused, lines.error().message};
    if (!lines) return tl::unexpected(lines.error());

    TrialSteps steps(seams_, settings_);
    auto measured = measure(steps, *lines, request, parameters_, workload_);
    const auto undone = steps.undo();
    if (!measured && std::holds_alternative<Error>(measured.error()))
        return tl::unexpected(std::get<Error>(measured.error()));
    if (!undone) return wrap(undone.error(), "after the trial");
    if (!measured) return std::get<knowledge::Failure>(measured.error());
    measured->seconds.insert(steps.seconds().begin(), steps.seconds().end());
    return *measured;
}

}  // namespace fstune::probes
