// Stand between the caller and a Process: show instead of run, remember, or fail on purpose.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "probes/host/process.h"

namespace fstune::probes {

// Shows commands that would write to a device or mount, and answers with success; commands that
// only read are run.
class DryRunProcess : public Process {
  public:
    DryRunProcess(Process& inner, std::function<void(const std::string& line)> show);
    Result<Finished> run(const Command& command) override;

  private:
    Process& inner_;
    std::function<void(const std::string&)> show_;
};

// Remembers every command and its answer, in order.
class RecordingProcess : public Process {
  public:
    struct Entry {
        Command command;
        Result<Finished> answer;
    };
    explicit RecordingProcess(Process& inner) : inner_(inner) {}
    Result<Finished> run(const Command& command) override;
    const std::vector<Entry>& entries() const { return entries_; }

  private:
    Process& inner_;
    std::vector<Entry> entries_;
};

// The n-th command (from 1) is not run and fails.
class FailNthProcess : public Process {
  public:
    FailNthProcess(Process& inner, std::int64_t nth, Error error);
    Result<Finished> run(const Command& command) override;

  private:
    Process& inner_;
    std::int64_t left_;
    Error error_;
};

}  // namespace fstune::probes
