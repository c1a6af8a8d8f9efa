// A loop device over tests/fault/faulty_disk, for tests: fails, fills up or hangs when told.
#pragma once

#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "tests/fakes/temporary_folder.h"
#include "tests/loop/loop_device.h"

namespace fstune::fault_test {

class FaultyLoop {
  public:
    explicit FaultyLoop(std::uint64_t size) {
        server_ = fork();
        if (server_ == 0) {
            close(2);  // libfuse talks of its own defaults
            execl(FSTUNE_FAULTY_DISK, "faulty_disk", std::to_string(size).c_str(),
                  folder_.path().c_str(), nullptr);
            _exit(127);
        }
        for (int tries = 0; tries < 500 && access(disk().c_str(), F_OK) != 0; ++tries)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        loop_ = std::make_unique<loop_test::LoopDevice>(disk(),
                                                        std::vector<std::string>{"--direct-io=on"});
    }
    FaultyLoop(const FaultyLoop&) = delete;
    FaultyLoop& operator=(const FaultyLoop&) = delete;
    ~FaultyLoop() {
        behave("ok");
        loop_.reset();
        umount2(folder_.path().c_str(), MNT_DETACH);
        waitpid(server_, nullptr, 0);
    }
    void behave(const std::string& mode) { std::ofstream(folder_.path() + "/mode") << mode; }
    // The server dies: from then on there is no disk any more.
    void vanish() { kill(server_, SIGKILL); }
    const std::string& path() const { return loop_->path(); }

  private:
    std::string disk() const { return folder_.path() + "/disk"; }
    fakes::TemporaryFolder folder_;
    pid_t server_ = -1;
    std::unique_ptr<loop_test::LoopDevice> loop_;
};

}  // namespace fstune::fault_test
