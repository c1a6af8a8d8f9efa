#include "tuner/goals/program_goals.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "knowledge/fingerprint.h"
#include "probes/host/posix_process.h"
#include "probes/workloads/workloads.h"
#include "tuner/goals/guarded_workload.h"
#include "tuner/goals/several_goals.h"
#include "tuner/goals/several_goals_workload.h"

namespace fstune::tuner {

namespace {

// A check alone: nothing is run.
class NoProcess : public probes::Process {
  public:
    Result<probes::Finished> run(const probes::Command&) override {
        return fail(ErrorCode::failed, "nothing is run here");
    }
};

// The program's own bytes: no two of them tell their version alike.
std::string fingerprint_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    return knowledge::fingerprint(bytes);
}

}  // namespace

namespace {

Result<Goal> one_goal_of(const std::string& name, const probes::ProgramRequest& request) {
    if (probes::find_program_info(name) == nullptr) return find_goal(name);
    NoProcess process;
    auto asked = request;
    asked.program = name;
    const auto workload = probes::make_program(asked, {process, probes::find_program});
    if (!workload) return tl::unexpected(workload.error());
    const auto metric = (*workload)->metric();
    return Goal{.name = name,
                .workload = name,
                .metric = metric.name,
                .unit = metric.unit,
                .direction = metric.higher_is_better ? search::Direction::maximize
                                                     : search::Direction::minimize,
                .summary = (*workload)->summary()};
}

// Goals of the same workload share a step, in which all but the first are measured beside it.
Result<std::unique_ptr<probes::Workload>> workload_of_several(const Goal& goal,
                                                              const probes::ProgramRequest& request,
                                                              probes::Process& process) {
    std::vector<SeveralGoalsWorkload::Step> steps;
    for (const auto& part : goal.parts) {
        const auto same = std::ranges::find_if(
            steps, [&](const auto& step) { return step.goals.front().workload == part.workload; });
        if (same != steps.end()) {
            same->goals.push_back(part);
            continue;
        }
        auto own = part;
        own.beside = false;
        auto workload = workload_of(own, request, process);
        if (!workload) return workload;
        steps.push_back({std::move(*workload), {part}});
    }
    return std::make_unique<SeveralGoalsWorkload>(goal, std::move(steps));
}

}  // namespace

Result<Goal> goal_of(const std::string& text, const probes::ProgramRequest& request) {
    const auto shares = parse_goals(text);
    if (!shares) return tl::unexpected(shares.error());
    std::vector<Goal> parts;
    for (const auto& share : *shares) {
        auto goal = one_goal_of(share.name, request);
        if (!goal) return goal;
        goal->weight = share.weight;
        parts.push_back(std::move(*goal));
    }
    return parts.size() == 1 ? parts.front() : together(std::move(parts));
}

Result<std::unique_ptr<probes::Workload>> workload_of(const Goal& goal,
                                                      const probes::ProgramRequest& request,
                                                      probes::Process& process) {
    if (!goal.parts.empty()) return workload_of_several(goal, request, process);
    const auto* info = probes::find_program_info(goal.workload);
    if (info == nullptr) {
        auto workload = probes::make_workload(goal.workload);
        if (!workload || !goal.beside) return workload;
        return std::make_unique<SideMetricWorkload>(
            std::move(*workload),
            probes::Metric{goal.metric, goal.unit, goal.direction == search::Direction::maximize});
    }
    if (const auto found = probes::find_program(info->binary); !found)
        return fail(
            found.error().code,
            found.error().message +
                (info->package.empty() ? std::string() : "; apt-get install " + info->package));
    auto asked = request;
    asked.program = goal.workload;
    return probes::make_program(asked, {process, probes::find_program});
}

std::map<std::string, std::string> identity_of_program(const probes::ProgramRequest& request) {
    const auto* info = probes::find_program_info(request.program);
    if (info == nullptr) return {};
    std::map<std::string, std::string> identity;
    if (!request.job.empty()) identity["job"] = knowledge::fingerprint(request.job);
    if (!request.command.empty()) identity["command"] = request.command;
    if (const auto path = probes::find_program(info->binary))
        identity["program " + info->binary] = fingerprint_of_file(*path);
    return identity;
}

}  // namespace fstune::tuner
