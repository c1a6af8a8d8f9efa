// A mail server's transactions as postmark makes them: on a pool of small files, each transaction
// reads a file or appends to one, and makes a file or removes one.
// Source: Katcher, "PostMark: A New File System Benchmark", NetApp TR3022: the sizes (500 to
// 10,000 bytes) and the even odds.
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class MailWorkload : public Workload {
  public:
    std::string name() const override { return "mail"; }
    std::string summary() const override;
    Metric metric() const override { return {"transactions", "transactions/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
