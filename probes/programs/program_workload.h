// A Program as a Workload: its folder, its run, the reading of its output, the tidying up.
// Errors, effects and threads: as in programs.h.
#pragma once

#include <memory>
#include <string>

#include "probes/programs/program.h"

namespace fstune::probes {

class ProgramWorkload : public Workload {
  public:
    ProgramWorkload(ProgramInfo info, std::unique_ptr<Program> program, ProgramRequest request,
                    ProgramSeams seams)
        : info_(std::move(info)),
          program_(std::move(program)),
          request_(std::move(request)),
          seams_(std::move(seams)) {}

    std::string name() const override { return info_.name; }
    std::string summary() const override { return info_.summary; }
    Metric metric() const override { return program_->metric(); }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        return program_->unsuitable(place);
    }
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;

  private:
    // Nothing: it has to be run again.
    Result<std::optional<WorkloadResult>> run_once(const std::string& binary,
                                                   const WorkloadPlace& place,
                                                   const WorkloadSettings& settings);
    Result<WorkloadResult> result_of(const ProgramRun& run) const;

    ProgramInfo info_;
    std::unique_ptr<Program> program_;
    ProgramRequest request_;
    ProgramSeams seams_;
};

}  // namespace fstune::probes
