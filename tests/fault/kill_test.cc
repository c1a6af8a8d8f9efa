// SIGKILL at random moments of real trials, on a device and on a scratch file: after the next
// start's clean-up the machine is as it was, and the next trials run.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <random>
#include <thread>

#include "knowledge/catalogue.h"
#include "probes/host/disk_files.h"
#include "probes/host/host.h"
#include "probes/host/left_behind.h"
#include "probes/host/run_folder.h"
#include "tests/fakes/fake_workload.h"
#include "tests/fault/kills.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"

namespace fstune {
namespace {

using namespace std::chrono_literals;
using loop_test::machine_state;

constexpr std::uint64_t size = std::uint64_t{64} << 20;

// Trials without end, with queue settings in every second one.
[[noreturn]] void run_trials(const probes::HostOptions& options) {
    auto host = probes::open_host(options);
    if (!host) {
        std::fprintf(stderr, "%s\n", host.error().message.c_str());
        _exit(1);
    }
    fakes::FakeWorkload workload;
    const auto runner = (*host)->runner(workload, knowledge::catalogue("queue").value(), {});
    const knowledge::Configuration plain{"ext4", {}};
    const knowledge::Configuration queue{"ext4",
                                         {{"queue.read_ahead_kb", std::int64_t{512}},
                                          {"queue.scheduler", std::string("mq-deadline")}}};
    for (int count = 0;; ++count) {
        const auto outcome = runner->run({.configuration = count % 2 == 0 ? queue : plain});
        if (outcome && std::holds_alternative<knowledge::Measurement>(*outcome)) continue;
        std::fprintf(stderr, "%s\n",
                     outcome ? std::get<knowledge::Failure>(*outcome).reason.c_str()
                             : outcome.error().message.c_str());
        _exit(1);
    }
}

// Killed after so long, or ended by itself.
int run_and_kill(const probes::HostOptions& options, std::chrono::microseconds after) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) run_trials(options);
    std::this_thread::sleep_for(after);
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

Result<probes::CleanedUp> clean_up() {
    const auto folder = probes::RunFolder::open();
    if (!folder) return tl::unexpected(folder.error());
    probes::DiskFiles files;
    return probes::clean_up(files, folder->path());
}

void kill_at_random_moments(const probes::HostOptions& options, const std::string& mark,
                            int times) {
    const auto before = machine_state({mark});
    std::mt19937 random(17);
    std::uniform_int_distribution<int> microseconds(0, 150'000);
    for (int i = 0; i < times; ++i) {
        const std::chrono::microseconds after(microseconds(random));
        const int status = run_and_kill(options, after);
        ASSERT_TRUE(WIFSIGNALED(status)) << "ended by itself, status " << status;
        const auto cleaned = clean_up();
        ASSERT_TRUE(cleaned) << cleaned.error().message;
        EXPECT_TRUE(cleaned->not_done.empty()) << cleaned->not_done.front();
        ASSERT_EQ(fault_test::settled_state({mark}, before), before)
            << "killed after " << after.count() << " us";
    }
}

class Kill : public loop_test::LoopTest {};

TEST_F(Kill, AtRandomMomentsOnADeviceLeavesNothing) {
    const loop_test::LoopDevice loop(size);
    kill_at_random_moments({.device = loop.path(), .wipe = true}, loop.path(), 60);
}

TEST_F(Kill, AtRandomMomentsOnAScratchFileLeavesNothing) {
    const fakes::TemporaryFolder folder;
    kill_at_random_moments(
        {.scratch = probes::ScratchRequest{.size = size, .directory = folder.path()}},
        folder.path(), 40);
}

}  // namespace
}  // namespace fstune
