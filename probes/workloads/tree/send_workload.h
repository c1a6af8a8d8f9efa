// Many writers that each drop small files into shared directories: written under another name,
// then renamed to where the receiver looks, as mail and message spools do it.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class SendWorkload : public Workload {
  public:
    // `durable`: each file is on the device before it is renamed.
    explicit SendWorkload(bool durable) : durable_(durable) {}
    std::string name() const override { return durable_ ? "send-fsync" : "send"; }
    std::string summary() const override;
    Metric metric() const override { return {"files", "files/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;

  private:
    bool durable_;
};

}  // namespace fstune::probes
