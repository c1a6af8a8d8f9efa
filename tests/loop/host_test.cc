// Who may open a host, and what two of them do to each other.
#include "probes/host/host.h"

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "knowledge/catalogue.h"
#include "probes/host/disk_files.h"
#include "tests/fakes/fake_workload.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"
#include "tests/loop/own_process.h"

namespace fstune::probes {
namespace {

using loop_test::LoopDevice;
using loop_test::machine_state;
using loop_test::own_process;
using loop_test::run;
using testing::HasSubstr;

constexpr std::uint64_t MiB = 1 << 20;

class OpenHost : public loop_test::LoopTest {};

std::string refusal(const std::string& path, bool wipe) {
    const auto host = open_host({.device = path, .wipe = wipe});
    if (host) return "opened";
    EXPECT_EQ(host.error().code, ErrorCode::refused) << host.error().message;
    return host.error().message;
}

TEST_F(OpenHost, IsRefusedWhileAnotherHasTheDeviceOrAPartOfIt) {
    const LoopDevice loop(128 * MiB, {"-P"});
    loop_test::make_partition(loop, 120 * MiB);
    const auto partition = loop.path() + "p1";
    const auto checksum = [&] {
        run({"sync", loop.path()});
        return run({"cksum", loop.file()}).out;
    };
    const auto before = checksum();
    own_process([&] {
        const auto first = open_host({.device = partition});
        ASSERT_TRUE(first) << first.error().message;
        own_process([&] {
            EXPECT_THAT(refusal(partition, true), HasSubstr("another fstune"));
            EXPECT_THAT(refusal(loop.path(), true), HasSubstr("another fstune"));
        });
    });
    EXPECT_EQ(checksum(), before);
    own_process([&] {
        const auto whole = open_host({.device = loop.path(), .wipe = true});
        ASSERT_TRUE(whole) << whole.error().message;
        own_process([&] {
            EXPECT_THAT(refusal(loop.path(), true), HasSubstr("another fstune"));
            EXPECT_THAT(open_host({.device = partition, .wipe = true}).error().message,
                        HasSubstr("No such"));
        });
    });
    own_process([&] { EXPECT_EQ(refusal(loop.path(), true), "opened"); });
}

TEST_F(OpenHost, MayBeRepeatedInOneProcess) {
    const LoopDevice loop(64 * MiB);
    const auto before = machine_state({loop.path()});
    own_process([&] {
        for (int i = 0; i < 3; ++i) {
            const auto host = open_host({.device = loop.path()});
            ASSERT_TRUE(host) << host.error().message;
            EXPECT_TRUE((*host)->check_device());
            EXPECT_TRUE((*host)->close());
            EXPECT_TRUE((*host)->close());
        }
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(OpenHost, RefusedLeavesNothing) {
    const LoopDevice loop(64 * MiB);
    run({"mkfs.ext4", "-q", loop.path()});
    const auto before = machine_state({loop.path()});
    own_process([&] { EXPECT_THAT(refusal(loop.path(), false), HasSubstr("--wipe")); });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(OpenHost, ScratchSaysWhatIsWrongWithItsFolderOrSize) {
    const fakes::TemporaryFolder folder;
    const auto open = [&](std::uint64_t size, const std::string& directory) {
        const auto host = open_host({.scratch = ScratchRequest{size, directory}});
        return host ? Error{ErrorCode::usage, "opened"} : host.error();
    };
    own_process([&] {
        EXPECT_EQ(open(64 * MiB, folder.path() + "/none").code, ErrorCode::usage);
        EXPECT_THAT(open(64 * MiB, folder.path() + "/none").message, HasSubstr("/none"));
        EXPECT_EQ(open(100, folder.path()).code, ErrorCode::usage);
        EXPECT_THAT(open(std::uint64_t{1} << 50, folder.path()).message, HasSubstr("allocate"));
        EXPECT_THAT(open(1 * MiB, folder.path()).message, HasSubstr("too small"));
    });
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(OpenHost, SurvivesThatItsDeviceIsDetachedDuringAProbe) {
    LoopDevice loop(64 * MiB);
    own_process([&] {
        const auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host) << host.error().message;
        fakes::FakeWorkload workload;
        workload.during = [&] { run({"losetup", "-d", loop.path()}); };
        const auto runner = (*host)->runner(workload, {}, {});
        for (int i = 0; i < 2; ++i) {
            const auto outcome = runner->run({.configuration = {"ext4", {}}});
            ASSERT_TRUE(outcome) << outcome.error().message;
            EXPECT_TRUE(std::holds_alternative<knowledge::Measurement>(*outcome));
            workload.during = [] {};
        }
    });
    loop.forget();  // it went with its last user
}

TEST_F(OpenHost, TunesAPartitionAndTheQueueOfItsDisk) {
    const LoopDevice loop(128 * MiB, {"-P"});
    loop_test::make_partition(loop, 120 * MiB);
    const auto before = machine_state({loop.path()});
    own_process([&] {
        const auto host = open_host({.device = loop.path() + "p1"});
        ASSERT_TRUE(host) << host.error().message;
        fakes::FakeWorkload workload;
        std::string seen;
        const auto queue = "/sys/block/" + loop.name() + "/queue/read_ahead_kb";
        workload.during = [&] { seen = DiskFiles().read(queue).value(); };
        const auto parameters = knowledge::catalogue("queue").value();
        const auto outcome =
            (*host)
                ->runner(workload, parameters, {})
                ->run({.configuration = {"ext4", {{"queue.read_ahead_kb", std::int64_t{512}}}}});
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_TRUE(std::holds_alternative<knowledge::Measurement>(*outcome));
        EXPECT_EQ(seen, "512\n");
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(OpenHost, PutsBackWhatADeadOneLeft) {
    const LoopDevice loop(64 * MiB);
    const auto queue = "/sys/block/" + loop.name() + "/queue/read_ahead_kb";
    const auto before = machine_state({loop.path()});
    own_process([&] {
        const auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host);
        fakes::FakeWorkload workload;
        workload.during = [] { _exit(0); };  // dies with the setting changed
        const auto parameters = knowledge::catalogue("queue").value();
        (void)(*host)
            ->runner(workload, parameters, {})
            ->run({.configuration = {"ext4", {{"queue.read_ahead_kb", std::int64_t{512}}}}});
    });
    EXPECT_EQ(DiskFiles().read(queue).value(), "512\n");
    own_process([&] {
        const auto host = open_host({.device = loop.path(), .wipe = true});
        ASSERT_TRUE(host) << host.error().message;
        EXPECT_NE(DiskFiles().read(queue).value(), "512\n");
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

TEST_F(OpenHost, StopsBetweenTheStepsOfATrial) {
    const LoopDevice loop(64 * MiB);
    const auto before = machine_state({loop.path()});
    own_process([&] {
        const auto host = open_host({.device = loop.path()});
        ASSERT_TRUE(host);
        std::stop_source stop;
        fakes::FakeWorkload workload;
        workload.during = [&] {
            stop.request_stop();
            workload.error = Error{ErrorCode::interrupted, "stopped"};
        };
        const auto runner = (*host)->runner(workload, {}, stop.get_token());
        const auto outcome = runner->run({.configuration = {"ext4", {}}});
        ASSERT_FALSE(outcome);
        EXPECT_EQ(outcome.error().code, ErrorCode::interrupted);
        EXPECT_EQ(runner->run({.configuration = {"ext4", {}}}).error().code,
                  ErrorCode::interrupted);
    });
    EXPECT_EQ(machine_state({loop.path()}), before);
}

class Privileges : public loop_test::LoopTest {};

int exit_code_as_nobody(const std::vector<std::string>& command) {
    std::vector<std::string> argv{"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"};
    argv.insert(argv.end(), command.begin(), command.end());
    // Another user's memory cannot be searched for leaks where the tests are built to do so.
    argv.insert(argv.begin(), {"env", "ASAN_OPTIONS=detect_leaks=0"});
    PosixProcess process;
    const auto done = process.run({.argv = argv});
    return done ? done->exit_code : -1;
}

TEST_F(Privileges, SetUserIdUseIsRefused) {
    const fakes::TemporaryFolder folder;
    chmod(folder.path().c_str(), 0755);
    const auto program = folder.path() + "/fstune";
    std::filesystem::copy_file(FSTUNE_PROGRAM, program);
    chmod(program.c_str(), 0755);
    EXPECT_EQ(exit_code_as_nobody({program, "goals"}), 0);
    chmod(program.c_str(), 04755);
    EXPECT_EQ(exit_code_as_nobody({program, "goals"}), 3);
    EXPECT_EQ(exit_code_as_nobody({program, "cleanup"}), 3);
    chmod(program.c_str(), 02755);
    EXPECT_EQ(exit_code_as_nobody({program, "goals"}), 3);
}

TEST_F(Privileges, AnOrdinaryUserIsToldWhatIsMissing) {
    const fakes::TemporaryFolder folder;
    chmod(folder.path().c_str(), 0755);
    const auto program = folder.path() + "/fstune";
    std::filesystem::copy_file(FSTUNE_PROGRAM, program);
    EXPECT_EQ(exit_code_as_nobody({program, "doctor"}), 1);
    EXPECT_EQ(exit_code_as_nobody({program, "cleanup"}), 1);
}

}  // namespace
}  // namespace fstune::probes
