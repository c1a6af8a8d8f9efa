// The main form: `fstune --device DEV --goal GOAL`.
#include <fmt/format.h>

#include <filesystem>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>

#include "knowledge/command_lines.h"
#include "probes/host/host.h"
#include "probes/workloads/workloads.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/dry_run.h"
#include "tuner/cli/json_output.h"
#include "tuner/cli/make_plan.h"
#include "tuner/cli/program_options.h"
#include "tuner/cli/progress.h"
#include "tuner/cli/report_error.h"
#include "tuner/cli/standard_streams.h"
#include "tuner/cli/tune_options.h"
#include "tuner/cli/tune_settings.h"
#include "tuner/emit/recommendation.h"
#include "tuner/goals/guarded_workload.h"
#include "tuner/goals/program_goals.h"
#include "tuner/report/json_report.h"
#include "tuner/report/text_report.h"
#include "tuner/store/sqlite_study_store.h"
#include "tuner/study/metered_workload.h"
#include "tuner/study/raw_device.h"
#include "tuner/study/signals.h"
#include "tuner/study/study.h"
#include "tuner/study/study_files.h"
#include "tuner/study/study_header.h"

namespace fstune::tuner {

namespace {

// One run of the program's main form; each step uses what the steps before have set up.
class Tune {
  public:
    explicit Tune(TuneOptions options) : options_(std::move(options)) {}
    Result<int> run();

  private:
    Result<void> open_kept_study();
    Result<void> open_files();
    Result<void> open_host();
    Result<void> is_studied(const knowledge::DeviceFacts& device) const;
    Result<void> choose_space();
    Result<void> add_guards();
    Result<void> open_study();
    Result<Conclusion> study();
    Result<void> say(const Conclusion& conclusion);
    Result<void> write_json(const Conclusion& conclusion, const ReportContext& said);
    Result<ReportContext> context(const Conclusion& conclusion) const;
    Result<void> keep_recommendation(const Conclusion& conclusion, const ReportContext& said);
    Overhead overhead() const;
    StudyHeader header() const;
    // Of several goals the workloads: no shell takes their names apart.
    const std::string& name_for_file() const {
        return goal_.parts.empty() ? goal_.name : goal_.workload;
    }

    TuneOptions options_;
    StopSignals signals_;
    Goal goal_;
    std::unique_ptr<JsonOutput> json_;
    std::unique_ptr<SqliteStudyStore> store_;
    std::string study_path_;
    std::unique_ptr<probes::Host> host_;
    std::unique_ptr<probes::Workload> workload_;
    std::unique_ptr<MeteredWorkload> metered_;
    std::chrono::nanoseconds begun_{};
    double ceiling_cpu_ = 0;
    std::optional<StudyPlan> plan_;
};

Result<int> Tune::run() {
    using Step = Result<void> (Tune::*)();
    for (const Step step : {&Tune::open_kept_study, &Tune::open_files, &Tune::open_host,
                            &Tune::choose_space, &Tune::open_study}) {
        if (auto done = (this->*step)(); !done) return tl::unexpected(done.error());
    }
    const auto conclusion = study();
    const auto closed = host_->close();
    if (!conclusion) return tl::unexpected(conclusion.error());
    if (auto said = say(*conclusion); !said) return tl::unexpected(said.error());
    if (!closed) return tl::unexpected(closed.error());
    return conclusion->verdict.decision == search::Decision::too_noisy
               ? exit_code(ErrorCode::too_noisy)
               : 0;
}

Result<void> Tune::open_kept_study() {
    if (options_.resume.empty()) return {};
    study_path_ = options_.resume;
    auto store = SqliteStudyStore::open(study_path_);
    if (!store) return tl::unexpected(store.error());
    store_ = std::move(*store);
    const auto kept = store_->header();
    if (!kept) return tl::unexpected(kept.error());
    return take_settings(kept->settings, options_);
}

Result<void> Tune::open_files() {
    const auto goal = goal_of(options_.goal, options_.program);
    if (!goal) return tl::unexpected(goal.error());
    goal_ = *goal;
    // Before anything on the device is touched.
    if (auto good = check_files(options_); !good) return good;
    if (options_.json.empty()) return {};
    auto json = JsonOutput::open(options_.json, study_path_.empty() ? options_.study : study_path_);
    if (!json) return tl::unexpected(json.error());
    json_ = std::move(*json);
    return {};
}

// Before its signatures are wiped, and not only before the first trial.
Result<void> Tune::is_studied(const knowledge::DeviceFacts& device) const {
    if (!options_.scratch.empty()) return {};
    const auto kept = store_->header();
    if (!kept) return tl::unexpected(kept.error());
    return same_device(*kept, device);
}

Result<void> Tune::open_host() {
    probes::HostOptions wanted;
    wanted.device = options_.device;
    wanted.wipe = options_.wipe;
    if (!options_.scratch.empty()) {
        const auto scratch = parse_scratch(options_.scratch);
        if (!scratch) return tl::unexpected(scratch.error());
        wanted.scratch.emplace();
        wanted.scratch->size = scratch->size;
        if (!scratch->directory.empty()) wanted.scratch->directory = scratch->directory;
    }
    if (store_)
        wanted.accept = [this](const knowledge::DeviceFacts& device) { return is_studied(device); };
    auto host = probes::open_host(wanted);
    if (!host) return tl::unexpected(host.error());
    host_ = std::move(*host);
    begun_ = host_->clock().monotonic();
    return {};
}

Result<void> Tune::choose_space() {
    auto plan = make_plan(options_, host_->device(), host_->machine());
    if (!plan) return tl::unexpected(plan.error());
    plan_.emplace(std::move(*plan));
    const auto& seen = host_->warnings();
    plan_->warnings.insert(plan_->warnings.begin(), seen.begin(), seen.end());
    auto workload = workload_of(goal_, options_.program, host_->process());
    if (!workload) return tl::unexpected(workload.error());
    workload_ = std::move(*workload);
    if (auto added = add_guards(); !added) return added;
    metered_ = std::make_unique<MeteredWorkload>(*workload_);
    return {};
}

Result<void> Tune::add_guards() {
    std::vector<std::unique_ptr<probes::Workload>> guards;
    for (const auto& guard : options_.guards) {
        if (guard.workload.empty()) continue;
        auto workload = probes::make_workload(guard.workload);
        if (!workload) return tl::unexpected(workload.error());
        guards.push_back(std::move(*workload));
    }
    if (!guards.empty())
        workload_ = std::make_unique<GuardedWorkload>(std::move(workload_), std::move(guards));
    return {};
}

StudyHeader Tune::header() const {
    StudyHeader header{
        .identity = identity_of(host_->device(), host_->machine(), plan_->space, goal_.name,
                                FSTUNE_VERSION, !options_.scratch.empty()),
        .settings = settings_of(options_)};
    header.identity.merge(identity_of_program(options_.program));
    return header;
}

Result<void> Tune::open_study() {
    if (store_) return same_study(*store_->header(), header());
    study_path_ = options_.study;
    if (study_path_.empty()) {
        auto path = new_study_path(name_for_file(), host_->device().name, host_->clock().wall());
        if (!path) return tl::unexpected(path.error());
        study_path_ = std::move(*path);
    }
    auto store = SqliteStudyStore::create(study_path_);
    if (!store) return tl::unexpected(store.error());
    store_ = std::move(*store);
    return store_->begin(header());
}

Result<Conclusion> Tune::study() {
    auto style = progress_style(options_.quiet);
    style.silent = options_.quiet && options_.json == "-";
    Progress progress(style, goal_.unit);
    const auto runner = host_->runner(*metered_, plan_->space.parameters(), signals_.token());
    const LoopSeams seams{*store_, *runner, host_->clock(), progress, signals_.token()};
    auto conclusion =
        run_study(*plan_, seams, [this](const Goal& goal, std::chrono::nanoseconds length) {
            if (goal.beside) return Result<std::optional<double>>(std::nullopt);
            const double before = own_cpu_seconds();
            auto ceiling =
                probe_raw_device(*host_, {goal.workload, length, plan_->seed, signals_.token()});
            ceiling_cpu_ += own_cpu_seconds() - before;
            return ceiling;
        });
    if (!conclusion)
        return fail(conclusion.error().code,
                    fmt::format("{}; the study is kept: --resume {} goes on with it",
                                conclusion.error().message, study_path_));
    if (const auto ended = store_->kept("ended"); ended && !ended->has_value()) {
        if (auto kept = store_->keep("ended", conclusion->verdict.reason); !kept)
            return tl::unexpected(kept.error());
    }
    return conclusion;
}

Result<ReportContext> Tune::context(const Conclusion& conclusion) const {
    auto device = host_->device();
    const bool scratch = !options_.scratch.empty();
    // The scratch file's loop device is somebody else's by the time that the lines are typed.
    if (scratch) device.path = "/dev/sdX", device.name = "sdX", device.serial.clear();
    auto lines = knowledge::command_lines(plan_->space.parameters(), conclusion.recommended(),
                                          device.path, knowledge::Purpose::production);
    if (!lines) return tl::unexpected(lines.error());
    const auto kept = store_->header();
    if (!kept) return tl::unexpected(kept.error());
    return ReportContext{.version = FSTUNE_VERSION,
                         .goal = goal_,
                         .identity = kept->identity,
                         .settings = kept->settings,
                         .device = device.path,
                         .scratch = scratch,
                         .disk = device.name,
                         .serial = device.serial,
                         .study_file = study_path_,
                         .confidence = options_.confidence,
                         .min_gain = options_.min_gain,
                         .parameters = plan_->space.parameters(),
                         .lines = std::move(*lines)};
}

// For `fstune export --as`.
Result<void> Tune::keep_recommendation(const Conclusion& conclusion, const ReportContext& said) {
    const auto kept = store_->kept("recommendation");
    if (!kept) return tl::unexpected(kept.error());
    if (*kept) return {};
    Recommendation recommendation;
    recommendation.goal = goal_.name;
    recommendation.filesystem = conclusion.recommended().filesystem;
    recommendation.lines = said.lines;
    recommendation.disk = said.disk;
    recommendation.serial = said.serial;
    recommendation.scratch = !options_.scratch.empty();
    recommendation.decided = conclusion.verdict.decision != search::Decision::too_noisy;
    recommendation.reason = conclusion.verdict.reason;
    return store_->keep("recommendation", to_kept(recommendation));
}

Overhead Tune::overhead() const {
    const double wall = std::chrono::duration<double>(host_->clock().monotonic() - begun_).count();
    const double cpu = own_cpu_seconds() - metered_->cpu_seconds() - ceiling_cpu_;
    return {.own_cpu_seconds = cpu,
            .own_cpu_share = wall > 0 ? cpu / wall : 0,
            .max_rss_bytes = max_rss_bytes()};
}

Result<void> Tune::write_json(const Conclusion& conclusion, const ReportContext& said) {
    auto written = write_json_report(json_->stream(), conclusion, said, overhead(), *store_);
    if (written) written = json_->finish();
    if (written) return written;
    return fail(written.error().code,
                fmt::format("{}; the study is kept: --resume {} --json FILE writes it elsewhere",
                            written.error().message, study_path_));
}

Result<void> Tune::say(const Conclusion& conclusion) {
    const auto said = context(conclusion);
    if (!said) return tl::unexpected(said.error());
    if (auto kept = keep_recommendation(conclusion, *said); !kept) return kept;
    // With --json - standard output is for programs. The file comes first: whoever reads the text
    // may have gone.
    Result<void> written;
    if (json_) written = write_json(conclusion, *said);
    const auto text = text_report(conclusion, *said);
    if (options_.json != "-")
        std::fputs(text.c_str(), stdout);
    else if (!options_.quiet)
        say_error(text);
    return written;
}

int tune(TuneOptions options) {
    if (options.resume.empty())
        if (auto settled = settle_program(options.goal, options.program); !settled)
            return report_error(settled.error());
    if (auto fit = check_together(options); !fit) return report_error(fit.error());
    if (!options.device.empty())
        options.device = std::filesystem::absolute(options.device).string();
    const auto done = options.dry_run ? dry_run(options) : Tune(options).run();
    return done ? *done : report_error(done.error());
}

}  // namespace

void add_tune(CLI::App& app, Action& action) {
    const auto options = std::make_shared<TuneOptions>();
    add_tune_options(app, *options);
    app.callback([&app, &action, options] {
        check_resume(app);
        if (app.get_subcommands().empty()) action = [options] { return tune(*options); };
    });
}

}  // namespace fstune::tuner
