// A folder of files as sysfs and procfs show them.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "probes/host/disk_files.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::test {

class CapturedTree {
  public:
    void write(const std::string& path, const std::string& text) const {
        const auto at = std::filesystem::path(folder_.path() + path);
        std::filesystem::create_directories(at.parent_path());
        std::ofstream(at) << text;
    }
    void make_folder(const std::string& path) const {
        std::filesystem::create_directories(folder_.path() + path);
    }
    // Relative, as in sysfs.
    void link(const std::string& from, const std::string& to) const {
        const auto at = std::filesystem::path(folder_.path() + from);
        std::filesystem::create_directories(at.parent_path());
        std::filesystem::create_directory_symlink(
            std::filesystem::relative(folder_.path() + to, at.parent_path()), at);
    }
    probes::DiskFiles files() const { return probes::DiskFiles(folder_.path()); }

  private:
    fakes::TemporaryFolder folder_;
};

}  // namespace fstune::test
