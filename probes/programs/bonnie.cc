// bonnie++: large files by blocks, or small files, whichever the metric is of; past the page cache,
// because short runs have small files. What it does in less than half a second it does not time:
// then it is run again with more.
// Source: bonnie++ 2.00a.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "knowledge/readers/bonnie_csv.h"
#include "knowledge/readers/text.h"
#include "probes/programs/metrics.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
constexpr std::uint64_t files_a_unit = 1024;  // -n counts in these
constexpr std::uint64_t space_a_unit = files_a_unit * (std::uint64_t{16} << 10);
constexpr std::uint64_t grow = 4;

bool is_too_fast(const knowledge::BonnieRun& run, const std::string& metric) {
    const auto field = std::ranges::find(run.fields, metric, &knowledge::BonnieField::name);
    return field != run.fields.end() && field->too_fast;
}

std::optional<knowledge::BonnieRun> csv_of(std::string_view out) {
    std::optional<knowledge::BonnieRun> run;
    knowledge::for_each_line(out, [&run](std::string_view line) {
        if (auto found = knowledge::bonnie_line(line)) run = std::move(found);
    });
    return run;
}

class Bonnie : public Program {
  public:
    explicit Bonnie(Metric metric)
        : metric_(std::move(metric)),
          of_files_(metric_.name.starts_with("sequential_") ||
                    metric_.name.starts_with("random_")) {}
    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return too_small("bonnie++", 128 * mebi, place);
    }

    Result<std::vector<std::string>> arguments(const ProgramTask& task) override {
        most_ = std::max<std::uint64_t>(task.free_bytes / 2 / (of_files_ ? space_a_unit : mebi), 1);
        if (amount_ == 0) amount_ = of_files_ ? 1 : 64;
        amount_ = std::min(amount_, most_);
        std::vector<std::string> argv = {"-d", task.folder, "-r", "0", "-f", "-q", "-m", "fstune"};
        if (geteuid() == 0) argv.insert(argv.end(), {"-u", "root"});
        if (of_files_)
            argv.insert(argv.end(), {"-s", "0", "-n", fmt::format("{}:4096:4096:8", amount_)});
        else
            argv.insert(argv.end(), {"-D", "-n", "0", "-s", fmt::format("{}:64k", amount_)});
        return argv;
    }

    // The amount that was enough stays: later trials do the same work.
    bool again(const ProgramRun& run) override {
        const auto found = csv_of(run.finished.out);
        if (!found || !is_too_fast(*found, metric_.name) || amount_ >= most_) return false;
        amount_ = std::min(amount_ * grow, most_);
        return true;
    }

    Result<Readings> read(const ProgramRun& run) override {
        const auto found = csv_of(run.finished.out);
        if (!found) return fail(ErrorCode::bad_input, "no line is its CSV");
        if (is_too_fast(*found, metric_.name))
            return fail(ErrorCode::bad_input,
                        fmt::format("{} took less than half a second for all that the space allows "
                                    "({} {}), which it does not time",
                                    metric_.name, of_files_ ? amount_ * files_a_unit : amount_,
                                    of_files_ ? "files" : "MiB"));
        Readings readings{{of_files_ ? "files_made" : "file_mib",
                           static_cast<double>(of_files_ ? amount_ * files_a_unit : amount_)}};
        for (const auto& field : found->fields)
            if (field.value) readings[field.name] = *field.value;
        return readings;
    }

  private:
    Metric metric_;
    bool of_files_;
    std::uint64_t amount_ = 0, most_ = 0;  // MiB, or units of files; 0: not chosen yet
};

}  // namespace

Result<std::unique_ptr<Program>> make_bonnie(const ProgramRequest& request) {
    return std::make_unique<Bonnie>(chosen_metric(request));
}

}  // namespace fstune::probes
