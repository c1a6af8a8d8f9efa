// A workload that measures nothing and says 100, or fails as told.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "probes/workloads/workload.h"

namespace fstune::fakes {

class FakeWorkload : public probes::Workload {
  public:
    std::string name() const override { return "fake"; }
    std::string summary() const override { return "measures nothing"; }
    probes::Metric metric() const override { return {"speed", "MB/s", true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace&) const override {
        return std::nullopt;
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace&,
                                       const probes::WorkloadSettings&) override {
        if (during) during();
        if (error) return tl::unexpected(*error);
        probes::WorkloadResult result;
        result.value = value;
        return result;
    }

    std::function<void()> during;
    double value = 100;
    std::optional<Error> error;
};

}  // namespace fstune::fakes
