// A loop device over a file of its own, for tests: detached and removed at the end. Skips the test
// where there is no root or no loop device.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
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

// Partitions that were added by hand outlive the file of their loop device: to the next test that
// gets the same device they would be a use of it.
inline void drop_partitions(const std::string& loop) {
    const std::string prefix = loop + "p";
    for (const auto& entry : std::filesystem::directory_iterator("/sys/block/" + loop)) {
        const auto name = entry.path().filename().string();
        if (name.starts_with(prefix)) run({"delpart", "/dev/" + loop, name.substr(prefix.size())});
    }
}

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
        if (path_.empty()) return;
        drop_partitions(name());
        run({"losetup", "-d", path_});
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
        if (std::find(options.begin(), options.end(), "-P") == options.end())
            drop_partitions(name());  // of a test that was killed
    }
    TemporaryFolder folder_;
    std::string file_, path_;
};

// One primary partition of almost the whole device, from 1 MiB on; the kernel is told.
inline void make_partition(const LoopDevice& loop, std::uint64_t size) {
    std::ofstream device(loop.path(), std::ios::in | std::ios::out | std::ios::binary);
    const auto put = [&](std::streamoff at, std::uint32_t number) {
        device.seekp(at);
        for (int byte = 0; byte < 4; ++byte) device.put(static_cast<char>(number >> (8 * byte)));
    };
    put(446, 0);
    put(450, 0x83);
    put(454, 2048);
    put(458, static_cast<std::uint32_t>(size / 512));
    device.seekp(510);
    device.write("\x55\xaa", 2);
    device.close();
    run({"partx", "-u", loop.path()});
}

class LoopTest : public testing::Test {
  protected:
    void SetUp() override {
        if (!can_loop()) GTEST_SKIP() << "needs root and loop devices";
    }
};

}  // namespace fstune::loop_test
