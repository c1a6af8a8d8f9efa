// The folder below /run where running fstunes keep ledgers and mount points: there while one of
// them lives, or while a dead one has left something.
//
// Effects: makes the folder (0700); its end removes it if it is empty and nobody else uses it.
// Errors: failed, where something else is in its place.
#pragma once

#include <string>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

inline constexpr const char* run_folder = "/run/fstune";

class RunFolder {
  public:
    static Result<RunFolder> open(const std::string& path = run_folder);
    RunFolder(RunFolder&&) = default;
    RunFolder& operator=(RunFolder&&) = delete;
    ~RunFolder();
    const std::string& path() const { return path_; }

  private:
    RunFolder(UniqueFd shared, std::string path)
        : shared_(std::move(shared)), path_(std::move(path)) {}
    UniqueFd shared_;  // holds a shared lock; empty: moved from
    std::string path_;
};

}  // namespace fstune::probes
