// Workloads made of others: one that is judged by something measured beside its own metric, and one
// that the guards' workloads follow where a trial asks for them.
// Errors and threads: as Workload.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "probes/workloads/workload.h"

namespace fstune::tuner {

class SideMetricWorkload : public probes::Workload {
  public:
    SideMetricWorkload(std::unique_ptr<probes::Workload> inner, probes::Metric metric)
        : inner_(std::move(inner)), metric_(std::move(metric)) {}
    std::string name() const override { return inner_->name(); }
    std::string summary() const override { return inner_->summary(); }
    probes::Metric metric() const override { return metric_; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace& place) const override {
        return inner_->unsuitable(place);
    }
    // Errors: failed too, where the metric was not measured.
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override;

  private:
    std::unique_ptr<probes::Workload> inner_;
    probes::Metric metric_;
};

class GuardedWorkload : public probes::Workload {
  public:
    GuardedWorkload(std::unique_ptr<probes::Workload> inner,
                    std::vector<std::unique_ptr<probes::Workload>> guards)
        : inner_(std::move(inner)), guards_(std::move(guards)) {}
    std::string name() const override { return inner_->name(); }
    std::string summary() const override { return inner_->summary(); }
    probes::Metric metric() const override { return inner_->metric(); }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace& place) const override;
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override;

  private:
    std::unique_ptr<probes::Workload> inner_;
    std::vector<std::unique_ptr<probes::Workload>> guards_;
};

}  // namespace fstune::tuner
