// The workloads that read or write a few files: one pattern each, told by a row of a table.
// Errors and threads: as Workload.
#pragma once

#include <string>

#include "probes/workloads/pattern.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

struct IoSpec {
    std::string name;
    std::string summary;
    Metric metric;
    Pattern pattern;
    int threads = 4;
    std::uint64_t size_each = std::uint64_t{128} << 20;  // bytes a file, where there is room
    bool direct = false;                                 // past the page cache
    bool prepared = true;                                // the files are written before measuring
};

const std::vector<IoSpec>& io_specs();

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
    std::uint64_t size_each(const WorkloadPlace& place, const WorkloadSettings& settings) const;
    IoSpec spec_;
};

// Operations or megabytes a second, whichever the metric asks for, and the course of it.
double rate(const Metric& metric, std::uint64_t operations, std::uint64_t bytes, double seconds);

}  // namespace fstune::probes
