// postmark: small files made, read, appended to and deleted, as a mail server does. It counts whole
// seconds and does not sync, so its operations are counted and the time is taken here, up to when
// all is on the device.
// Source: postmark 1.51.
#include "knowledge/readers/postmark.h"

#include <fmt/format.h>

#include "probes/programs/metrics.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr double transactions_a_second = 10000;
constexpr std::uint64_t transactions_a_file = 5;
constexpr std::uint64_t space_a_file = std::uint64_t{32}
                                       << 10;  // of 500 to 10000 bytes, appended to
constexpr int subdirectories = 10;

class Postmark : public Program {
  public:
    explicit Postmark(Metric metric) : metric_(std::move(metric)) {}
    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return too_small("postmark", std::uint64_t{64} << 20, place);
    }

    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        constexpr std::uint64_t most_seed = 0x7fffffff;
        const auto transactions = operations_for(task.settings, transactions_a_second, 500,
                                                 task.free_bytes / 2 / space_a_file);
        const auto file = task.extras + "/configuration";
        // The folder it works in is its working folder: no path has to be told.
        auto written =
            write_file(file, fmt::format("set number {}\nset transactions {}\nset size 500 10000\n"
                                         "set subdirectories {}\nset seed {}\nrun\nquit\n",
                                         transactions / transactions_a_file, transactions,
                                         subdirectories, task.settings.seed % most_seed));
        if (!written) return tl::unexpected(written.error());
        return std::vector<std::string>{file};
    }

    Result<Readings> read(const ProgramRun& run) override {
        const auto found = knowledge::read_postmark(run.finished.out);
        if (!found) return tl::unexpected(found.error());
        const double operations = found->created + found->read + found->appended + found->deleted;
        return Readings{{"operations", operations / (run.seconds + run.sync_seconds)},
                        {"files_created", found->created},
                        {"files_deleted", found->deleted},
                        {"files_read", found->read},
                        {"files_appended", found->appended}};
    }

  private:
    Metric metric_;
};

}  // namespace

Result<std::unique_ptr<Program>> make_postmark(const ProgramRequest& request) {
    return std::make_unique<Postmark>(chosen_metric(request));
}

}  // namespace fstune::probes
