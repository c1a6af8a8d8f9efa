// A loop device over a file of its own, for tests: detached and removed at the end. Skips the test
// where there is no root or no loop device.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "probes/host/posix_process.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::loop_test {

inline bool can_loop() { return geteuid() == 0 && access("/dev/loop-control", R_OK | W_OK) == 0; }

inline probes::Finished run(std::vector<std::string> argv) {
    probes::PosixProcess process;
    const auto done = process.run({.argv = argv, .effect = probes::Effect::writes_device});
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    if (!done) return {};
    EXPECT_EQ(done->exit_code, 0) << probes::shell_quoted(argv) << ": " << done->err;
    return *done;
}

inline std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

using fakes::TemporaryFolder;

class LoopDevice {
  public:
    explicit LoopDevice(std::uint64_t size, const std::vector<std::string>& options = {}) {
        const auto file = folder_.path() + "/disk";
        std::ofstream(file).close();
        std::filesystem::resize_file(file, size);
        attach(file, options);
    }
    // Over a file that exists.
    explicit LoopDevice(const std::string& file, const std::vector<std::string>& options = {}) {
        attach(file, options);
    }
    LoopDevice(const LoopDevice&) = delete;
    LoopDevice& operator=(const LoopDevice&) = delete;
    ~LoopDevice() {
        if (!path_.empty()) run({"losetup", "-d", path_});
    }
    const std::string& path() const { return path_; }
    std::string name() const { return path_.substr(5); }
    const std::string& file() const { return file_; }
    void forget() { path_.clear(); }

  private:
    void attach(const std::string& file, std::vector<std::string> options) {
        file_ = file;
        options.insert(options.begin(), {"losetup", "-f", "--show"});
        options.insert(options.end(), {"--", file});
        path_ = first_line(run(options).out);
    }
    TemporaryFolder folder_;
    std::string file_, path_;
};

class LoopTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!can_loop()) GTEST_SKIP() << "needs root and loop devices";
    }
};

}  // namespace fstune::loop_test
