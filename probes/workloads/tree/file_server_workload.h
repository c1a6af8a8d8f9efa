// A file server's mix as dbench replays it: clients that open, write, read, ask about, list,
// rename, flush and remove files of a small office, each in its own directory.
// Source: the shares of the operations are counted in dbench 4.0's client.txt, without those that
// a local filesystem has no part in (locks, opening and closing alone).
// Errors and threads: as Workload.
#pragma once

#include "probes/workloads/workload.h"

namespace fstune::probes {

class FileServerWorkload : public Workload {
  public:
    std::string name() const override { return "file-server"; }
    std::string summary() const override;
    Metric metric() const override { return {"throughput", "MB/s", true}; }
    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override;
    Result<WorkloadResult> run(const WorkloadPlace& place,
                               const WorkloadSettings& settings) override;
};

}  // namespace fstune::probes
