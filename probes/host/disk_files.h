// Files on disk, below a prefix: "/" for this machine, a folder for a captured tree. Links inside a
// captured tree are followed as long as they stay inside.
#pragma once

#include "probes/host/files.h"

namespace fstune::probes {

class DiskFiles : public Files {
  public:
    explicit DiskFiles(const std::string& prefix = "/");

    Result<std::string> read(const std::string& path) const override;
    Result<void> write(const std::string& path, const std::string& text) override;
    Result<std::vector<std::string>> list(const std::string& directory) const override;
    bool exists(const std::string& path) const override;
    Result<std::string> resolve(const std::string& path) const override;
    Result<std::string> make_private_directory(const std::string& parent) override;
    Result<void> remove_directory(const std::string& path) override;

  private:
    std::string below(const std::string& path) const;
    std::string prefix_;  // without a slash at its end: "" for "/"
};

}  // namespace fstune::probes
