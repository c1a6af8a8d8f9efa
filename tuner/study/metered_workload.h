// A workload that says how much processor time of this process its runs took, so that the report
// can tell fstune's own from the probe's.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::tuner {

double own_cpu_seconds();       // of this process so far, without its children
std::uint64_t max_rss_bytes();  // of this process so far

class MeteredWorkload : public probes::Workload {
  public:
    explicit MeteredWorkload(probes::Workload& inner) : inner_(inner) {}

    std::string name() const override { return inner_.name(); }
    std::string summary() const override { return inner_.summary(); }
    probes::Metric metric() const override { return inner_.metric(); }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace& place) const override {
        return inner_.unsuitable(place);
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override;
    double cpu_seconds() const { return cpu_seconds_; }

  private:
    probes::Workload& inner_;
    double cpu_seconds_ = 0;
};

}  // namespace fstune::tuner
