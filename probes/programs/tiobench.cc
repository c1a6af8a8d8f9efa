// tiobench: files written and read by several threads, in order and at random; its table's rates
// and latencies.
// Source: tiobench 0.3.3 (tiobench.pl). Debian 12 has no package of it.
#include "knowledge/readers/tiobench.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/readers/text.h"
#include "probes/programs/metrics.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr int default_threads = 4;
constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t default_mib = 256;  // of all threads
constexpr int random_operations = 1000;     // each thread

// Figures are named with underscores: "sequential_read".
std::string figure_of(std::string phase) {
    std::ranges::replace(phase, '-', '_');
    return phase;
}

class Tiobench : public Program {
  public:
    explicit Tiobench(Metric metric) : metric_(std::move(metric)) {}
    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return too_small("tiobench", 64 * mebi, place);
    }

    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        const int threads = task.settings.threads > 0 ? task.settings.threads : default_threads;
        const auto wanted = task.settings.size > 0 ? task.settings.size / mebi : default_mib;
        const auto size = std::max<std::uint64_t>(std::min(wanted, task.free_bytes / 2 / mebi), 1);
        return std::vector<std::string>{"--dir",     task.folder,
                                        "--size",    std::to_string(size),
                                        "--threads", std::to_string(threads),
                                        "--block",   "4096",
                                        "--random",  std::to_string(random_operations),
                                        "--numruns", "1"};
    }

    Result<Readings> read(const ProgramRun& run) override {
        Readings readings;
        std::string phase;
        knowledge::for_each_line(run.finished.out, [&](std::string_view line) {
            if (const auto title = knowledge::tiobench_title(line)) phase = figure_of(title->phase);
            const auto row = knowledge::tiobench_row(line);
            if (!row || phase.empty()) return;
            readings[phase] = row->rate;
            readings[phase + "_latency"] = row->latency_avg_ms;
            readings[phase + "_max_latency"] = row->latency_max_ms;
        });
        if (readings.empty()) return fail(ErrorCode::bad_input, "no table is in it");
        return readings;
    }

  private:
    Metric metric_;
};

}  // namespace

Result<std::unique_ptr<Program>> make_tiobench(const ProgramRequest& request) {
    return std::make_unique<Tiobench>(chosen_metric(request));
}

}  // namespace fstune::probes
