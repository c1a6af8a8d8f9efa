// A folder of its own for a test, removed with all that is in it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace fstune::fakes {

// A parent in memory, where there is one: many small files are written faster there.
inline std::string memory_parent() {
    return access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm/" : testing::TempDir();
}

class TemporaryFolder {
  public:
    explicit TemporaryFolder(const std::string& parent = testing::TempDir())
        : path_(parent + "fstune-test-XXXXXX") {
        if (mkdtemp(path_.data()) == nullptr) std::abort();
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    const std::string& path() const { return path_; }

  private:
    std::string path_;
};

}  // namespace fstune::fakes
