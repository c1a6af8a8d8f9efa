// The workloads that read or write a few files: one pattern each, told by a row of a table.
// Errors and threads: as Workload.
#pragma once

#include <string>

#include "probes/workloads/file_set.h"
#include "probes/workloads/pattern.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct IoSpec {
    std::string name;
    std::string summary;
    Metric metric;
    Pattern pattern;
    int threads = 4;
    std::uint64_t file_size = std::uint64_t{128} << 20;  // where there is room
    bool prepared = true;                                // the files are written before measuring
};

const std::vector<IoSpec>& io_specs();

// A row of the table with what the user chose instead, cut down to the room there is.
struct IoJob {
    Pattern pattern;
    std::size_t threads = 1;
    std::uint64_t files = 1;
    std::uint64_t file_size = 0;

    std::uint64_t size() const { return files * file_size; }
};
IoJob make_job(const IoSpec& spec, const WorkloadSettings& settings, std::uint64_t free_bytes);

// usage, where the job does not fit into the room.
Result<void> check_job(const IoSpec& spec, const IoJob& job, const WorkloadPlace& place);
Result<FileSet> make_files(const IoSpec& spec, const IoJob& job, const WorkloadPlace& place,
                           const WorkloadSettings& settings);
WorkloadResult io_result(const IoSpec& spec, const Measured& measured);

class IoWorkload : public Workload {
  public:
    explicit IoWorkload(const IoSpec& spec) : spec_(spec) {}
    std::string name() const override { return spec_.name; }
    std::string summary() const override { return spec_.summary; }
    Metric metric() const override { return spec_.metric; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;

  private:
    IoSpec spec_;
};

}  // namespace fstune::probes
