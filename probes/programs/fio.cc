// fio with the user's own job file. The job runs as it stands, for as long as it says; its figures
// are fio's.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "knowledge/readers/fio_metric.h"
#include "knowledge/readers/json_metric.h"
#include "knowledge/readers/last_words.h"
#include "knowledge/safety/fio_job.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t size_each = 128 * mebi;  // of a job that does not say, where there is room

// Kept beside the metric, where the job did it.
constexpr const char* always[] = {"read.bw_bytes",  "read.iops",  "read.io_bytes",
                                  "write.bw_bytes", "write.iops", "write.io_bytes"};

class Fio : public Program {
  public:
    Fio(const ProgramRequest& request, knowledge::FioJobFile job, Metric metric)
        : job_(std::move(job)), metrics_(request.metrics), metric_(std::move(metric)) {}

    Metric metric() const override { return metric_; }

    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        const auto processes = job_.processes();
        const auto room = task.free_bytes / 2 / processes;
        const auto wanted = task.settings.size > 0 ? task.settings.size / processes : size_each;
        const auto size = std::max(std::min(room, wanted) / mebi * mebi, mebi);
        const auto file = task.extras + "/job";
        if (auto written = write_file(file, job_.text(size)); !written)
            return tl::unexpected(written.error());
        return std::vector<std::string>{"--output-format=json", "--eta=never", file};
    }

    Result<Readings> read(const ProgramRun& run) override {
        const auto report = knowledge::json_of_output(run.finished.out);
        if (!report) return tl::unexpected(report.error());
        Readings readings;
        for (const auto* path : always)
            if (const auto value = knowledge::fio_metric(*report, {"", path}))
                readings[path] = *value;
        for (const auto& name : metrics_) {
            const auto value = knowledge::fio_metric(*report, knowledge::fio_metric_of(name));
            if (!value) return tl::unexpected(value.error());
            readings[name] = *value;
        }
        return readings;
    }

    // Its own lines stand before the report, which is long.
    std::string complaint(const Finished& finished) const override {
        const auto before = finished.out.substr(0, finished.out.find("{\n  \"fio version\""));
        if (!finished.err.empty() || before.empty()) return Program::complaint(finished);
        return knowledge::last_words(before);
    }

    Asked asked(const Readings& readings) const override {
        return {.bytes_read = count_of(readings, "read.io_bytes"),
                .bytes_written = count_of(readings, "write.io_bytes")};
    }

  private:
    knowledge::FioJobFile job_;
    std::vector<std::string> metrics_;
    Metric metric_;
};

tl::unexpected<Error> usage(const std::string& message) { return fail(ErrorCode::usage, message); }

Result<Metric> metric_of(const ProgramRequest& request) {
    const auto& name = request.metrics.front();
    const auto meaning = knowledge::fio_meaning(knowledge::fio_metric_of(name).path);
    if (!meaning && !request.higher_is_better)
        return usage(fmt::format(
            "--metric: '{}' does not tell which way is better: add --direction higher or lower",
            name));
    return Metric{name, request.unit.empty() && meaning ? meaning->unit : request.unit,
                  request.higher_is_better ? *request.higher_is_better : meaning->higher_is_better};
}

Result<void> jobs_exist(const std::vector<std::string>& metrics, const knowledge::FioJobFile& job) {
    const auto names = job.job_names();
    for (const auto& name : metrics) {
        const auto metric = knowledge::fio_metric_of(name);
        if (!metric.job.empty() && std::ranges::find(names, metric.job) == names.end())
            return usage(fmt::format("--metric: the job file has no job '{}'; it has {}",
                                     metric.job, fmt::join(names, ", ")));
    }
    return {};
}

}  // namespace

Result<std::unique_ptr<Program>> make_fio(const ProgramRequest& request) {
    if (request.job_file.empty() && request.job.empty())
        return usage("--job: say which job file fio runs");
    if (request.metrics.empty())
        return usage(
            "--metric: say which of fio's figures counts, as read.bw, write.iops, "
            "read.clat_ns.percentile.99");
    auto job = knowledge::read_fio_job(request.job);
    if (!job) return fail(job.error().code, "--job: " + job.error().message);
    if (auto exist = jobs_exist(request.metrics, *job); !exist)
        return tl::unexpected(exist.error());
    auto metric = metric_of(request);
    if (!metric) return tl::unexpected(metric.error());
    return std::make_unique<Fio>(request, std::move(*job), std::move(*metric));
}

}  // namespace fstune::probes
