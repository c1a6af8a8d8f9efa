// Watches the machine while a workload is measured: what the device moved, who else used device and
// processors, whether caches answered. Each workload makes one just before it measures, tells it
// when the measuring has ended, and lets it add its metrics and warnings to the result.
//
// Units: as the names of the metrics say; processor time in percent of one processor.
// Effects: syncs the filesystem of the place, before and after, drops the files from the page cache
// before, and sleeps 10 ms each time, to see
// whether the device is still; together at most 50 ms where it is. The clock of the workload must
// not run meanwhile.
// Errors: none; what cannot be read is left out.
// Threads: one at a time.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probes/host/disk_files.h"
#include "probes/meters/device_share.h"
#include "probes/meters/extents.h"
#include "probes/meters/processor_time.h"
#include "probes/meters/throttling.h"
#include "probes/workloads/workload.h"

namespace fstune::probes {

class Meters {
  public:
    // `paths`: the files of the data set, where the workload has such.
    explicit Meters(const WorkloadPlace& place, std::vector<std::string> paths = {});

    // Right after the last sync.
    void stop();
    void add_to(WorkloadResult& result, const Asked& asked);

  private:
    struct Moment {
        std::optional<IoSnapshot> io;
        ProcessorTime processors;
        ProcessorState state;
        std::optional<std::string> arrays;
    };
    void drop_caches();
    std::optional<IoSnapshot> snapshot() const;
    IoStretch keep_still() const;
    void judge(WorkloadResult& result, const Asked& asked, const IoStretch& late) const;
    void add_processors(WorkloadResult& result) const;
    void add_device(WorkloadResult& result, const Asked& asked) const;

    DiskFiles files_;
    WorkloadPlace place_;
    std::vector<std::string> paths_;
    BelowDevice below_;
    std::uint64_t device_size_ = 0;  // bytes; 0: unknown
    bool known_ = false;             // the device has counters
    Surroundings around_;
    std::optional<Extents> extents_;
    std::vector<IoStretch> still_;
    Moment begin_, end_;
    double dropping_ = 0, spent_ = 0;  // seconds
};

}  // namespace fstune::probes
