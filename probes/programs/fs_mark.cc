// fs_mark: files of 4 KiB, made and fsynced by four threads over eight directories each. The rate
// is its own.
// Source: fs_mark 3.3.
#include "knowledge/readers/fs_mark.h"

#include "knowledge/readers/text.h"
#include "probes/programs/metrics.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr int default_threads = 4;
constexpr std::uint64_t directories = 8;
constexpr std::uint64_t file_size = 4096;
constexpr std::uint64_t space_a_file = std::uint64_t{16} << 10;
constexpr double files_a_second = 1000;  // of all threads; an SSD does more, a disk a tenth

class FsMark : public Program {
  public:
    explicit FsMark(Metric metric) : metric_(std::move(metric)) {}
    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return too_small("fs_mark", std::uint64_t{32} << 20, place);
    }

    // In round robin: its other way to spread files takes three minutes for a directory.
    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        const auto threads = static_cast<std::uint64_t>(
            task.settings.threads > 0 ? task.settings.threads : default_threads);
        const auto files = operations_for(task.settings, files_a_second, 16 * threads,
                                          task.free_bytes / 2 / space_a_file) /
                           threads;
        std::vector<std::string> argv = {"-n", std::to_string(files),
                                         "-s", std::to_string(file_size),
                                         "-S", "1",
                                         "-D", std::to_string(directories),
                                         "-N", std::to_string(files / directories + 1),
                                         "-l", task.extras + "/log"};
        // Below its working folder: it takes no path of 40 bytes or more.
        for (std::uint64_t i = 0; i < threads; ++i)
            argv.insert(argv.end(), {"-d", std::to_string(i)});
        return argv;
    }

    Result<Readings> read(const ProgramRun& run) override {
        const auto found = knowledge::read_fs_mark(run.finished.out);
        if (!found) return tl::unexpected(found.error());
        const auto& row = found->rows.back();
        return Readings{{"files", row.files_per_s},
                        {"files_made", static_cast<double>(row.count)},
                        {"bytes_a_file", static_cast<double>(row.size)}};
    }

    Asked asked(const Readings& readings) const override {
        const auto files = count_of(readings, "files_made");
        return {.bytes_written = knowledge::times(files, count_of(readings, "bytes_a_file")),
                .operations = files};
    }

  private:
    Metric metric_;
};

}  // namespace

Result<std::unique_ptr<Program>> make_fs_mark(const ProgramRequest& request) {
    return std::make_unique<FsMark>(chosen_metric(request));
}

}  // namespace fstune::probes
