// The settings of a disk's queue in sysfs: changed for a trial, put back after it.
//
// Before the first change all settings that a change can disturb go into the ledger: another
// scheduler also resets nr_requests, and another max_sectors_kb resets read_ahead_kb.
// Effects: sysfs writes. Errors: failed, with the kernel's reason.
// Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "probes/host/files.h"
#include "probes/host/ledger.h"

namespace fstune::probes {

class QueueSettings {
  public:
    QueueSettings(Files& files, Ledger& ledger, std::string disk)
        : files_(files), ledger_(ledger), disk_(std::move(disk)) {}

    Result<void> set(const std::string& attribute, const std::string& value);
    Result<std::string> read(const std::string& attribute) const;  // as the kernel shows it
    Result<void> restore();

  private:
    Result<void> remember(const std::string& attribute);
    Files& files_;
    Ledger& ledger_;
    std::string disk_;
    std::vector<QueueValue> before_;
};

// Writes each value that differs, the scheduler first and read_ahead_kb last; tries all, tells of
// the first that failed.
Result<void> restore_queue(Files& files, const std::string& disk,
                           const std::vector<QueueValue>& values);

}  // namespace fstune::probes
