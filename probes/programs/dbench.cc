// dbench: a file server's day played back by four clients, for as long as the probe is. Its rate is
// its own; what it leaves in memory is told as sync_share.
// Source: dbench 4.0.
#include "knowledge/readers/dbench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "knowledge/readers/text.h"
#include "probes/programs/metrics.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr int default_clients = 4;
constexpr std::uint64_t space_a_client = std::uint64_t{64} << 20;  // 25 MB are written, and deleted

int clients(const WorkloadSettings& settings) {
    return settings.threads > 0 ? settings.threads : default_clients;
}

class Dbench : public Program {
  public:
    explicit Dbench(Metric metric) : metric_(std::move(metric)) {}
    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return too_small("dbench", default_clients * space_a_client, place);
    }

    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        // It counts whole seconds, and says 0 after the first.
        constexpr double shortest = 2;
        const double wanted = std::chrono::duration<double>(task.settings.length).count();
        const auto seconds = static_cast<long>(std::ceil(std::max(wanted, shortest)));
        return std::vector<std::string>{"-D", task.folder, "-t", std::to_string(seconds),
                                        std::to_string(clients(task.settings))};
    }

    Result<Readings> read(const ProgramRun& run) override {
        Readings readings;
        knowledge::for_each_line(run.finished.out, [&readings](std::string_view line) {
            const auto found = knowledge::dbench_line(line);
            if (!found) return;
            readings["throughput"] = found->mb_per_s;
            readings["clients"] = found->clients;
            if (found->max_latency_ms) readings["max_latency"] = *found->max_latency_ms;
        });
        if (readings.empty()) return fail(ErrorCode::bad_input, "no line begins with Throughput");
        return readings;
    }

  private:
    Metric metric_;
};

}  // namespace

Result<std::unique_ptr<Program>> make_dbench(const ProgramRequest& request) {
    return std::make_unique<Dbench>(chosen_metric(request));
}

}  // namespace fstune::probes
