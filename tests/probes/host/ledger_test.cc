#include "probes/host/ledger.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "probes/host/disk_files.h"
#include "probes/host/left_behind.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class LedgerTest : public testing::Test {
  protected:
    // As if its owner had been killed: the lock ends, the file stays.
    void die_with(const std::vector<QueueValue>& values, const LedgerOwner& owner) {
        const pid_t child = fork();
        if (child == 0) {
            auto ledger = DiskLedger::open(folder_.path(), owner);
            const bool done = ledger && (*ledger)->record(values).has_value();
            _exit(done ? 0 : 1);
        }
        int status = 1;
        waitpid(child, &status, 0);
        ASSERT_EQ(status, 0);
    }
    std::size_t files_left() const { return DiskFiles().list(folder_.path()).value().size(); }

    fakes::TemporaryFolder folder_;
    const LedgerOwner sda_{"sda", "8:0", "7"};
};

TEST_F(LedgerTest, LetsOneInAtATime) {
    auto first = DiskLedger::open(folder_.path(), sda_);
    ASSERT_TRUE(first);
    const auto second = DiskLedger::open(folder_.path(), sda_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::refused);
    EXPECT_THAT(second.error().message, HasSubstr("another fstune works on sda"));
    EXPECT_TRUE(DiskLedger::open(folder_.path(), {"sdb", "8:16", "8"}));
    first->reset();
    EXPECT_TRUE(DiskLedger::open(folder_.path(), sda_));
    EXPECT_EQ(files_left(), 0u);
}

TEST_F(LedgerTest, TellsWhatTheDeadLeftButNotWhatTheLivingHold) {
    die_with({{"read_ahead_kb", "128"}, {"scheduler", "none"}}, sda_);
    auto living = DiskLedger::open(folder_.path(), {"sdb", "8:16", "8"});
    ASSERT_TRUE(living);
    const auto left = left_ledgers(folder_.path());
    ASSERT_TRUE(left);
    ASSERT_EQ(left->size(), 1u);
    EXPECT_EQ(left->front().owner.disk, "sda");
    EXPECT_THAT(left->front().values,
                ElementsAre(QueueValue{"read_ahead_kb", "128"}, QueueValue{"scheduler", "none"}));
}

TEST_F(LedgerTest, IsForRootsEyesOnly) {
    const auto ledger = DiskLedger::open(folder_.path(), sda_);
    ASSERT_TRUE(ledger);
    struct stat facts {};
    ASSERT_EQ(stat((folder_.path() + "/ledger.8:0").c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 0777, 0600u);
}

class LeftBehind : public LedgerTest {
  protected:
    LeftBehind() {
        make("/sys/class/block/sda/dev", "8:0\n");
        make("/sys/class/block/sda/diskseq", "7\n");
        make("/sys/block/sda/queue/read_ahead_kb", "4096\n");
    }
    void make(const std::string& path, const std::string& text) {
        std::filesystem::create_directories(
            std::filesystem::path(machine_.path() + path).parent_path());
        std::ofstream(machine_.path() + path) << text;
    }
    fakes::TemporaryFolder machine_;
    DiskFiles sysfs_{machine_.path()};
};

TEST_F(LeftBehind, QueueSettingsArePutBackOnce) {
    die_with({{"read_ahead_kb", "128"}}, sda_);
    const auto said = clean_up(sysfs_, folder_.path());
    ASSERT_TRUE(said);
    EXPECT_THAT(said->done, ElementsAre(HasSubstr("sda put back")));
    EXPECT_EQ(sysfs_.read("/sys/block/sda/queue/read_ahead_kb").value(), "128");
    EXPECT_EQ(files_left(), 0u);
    EXPECT_THAT(clean_up(sysfs_, folder_.path())->done, IsEmpty());
}

TEST_F(LeftBehind, AnotherDiskOfTheSameNameIsLeftAlone) {
    die_with({{"read_ahead_kb", "128"}}, {"sda", "8:0", "6"});
    ASSERT_TRUE(clean_up(sysfs_, folder_.path()));
    EXPECT_EQ(sysfs_.read("/sys/block/sda/queue/read_ahead_kb").value(), "4096\n");
    EXPECT_EQ(files_left(), 0u);
}

TEST_F(LeftBehind, WhatCannotBePutBackStaysWrittenDown) {
    die_with({{"no_such_setting", "1"}}, sda_);
    const auto said = clean_up(sysfs_, folder_.path());
    ASSERT_TRUE(said);
    EXPECT_THAT(said->not_done, ElementsAre(HasSubstr("no_such_setting")));
    EXPECT_EQ(files_left(), 1u);
}

TEST_F(LeftBehind, ALedgerThatIsNotOursChangesNothing) {
    for (const auto* text :
         {"", "garbage", "fstune-ledger-1", "fstune-ledger-1 1 ../../etc 8:0 7\nshadow x\n",
          "fstune-ledger-1 1 sda 8:0 7\n../../../../etc/passwd x\n", "\xff\xfe\x00 1 2 3"}) {
        std::ofstream(folder_.path() + "/ledger.8:0") << text;
        ASSERT_TRUE(clean_up(sysfs_, folder_.path())) << text;
        EXPECT_EQ(sysfs_.read("/sys/block/sda/queue/read_ahead_kb").value(), "4096\n");
    }
}

TEST_F(LeftBehind, MountFoldersOfTheDeadAreRemovedAndOfTheLivingKept) {
    const pid_t dead = fork();
    if (dead == 0) _exit(0);
    waitpid(dead, nullptr, 0);
    const DiskFiles files;
    const auto gone = folder_.path() + "/mnt." + std::to_string(dead) + ".abcdef";
    const auto kept = folder_.path() + "/mnt." + std::to_string(getpid()) + ".abcdef";
    std::filesystem::create_directory(gone);
    std::filesystem::create_directory(kept);
    DiskFiles host;
    ASSERT_TRUE(clean_up(host, folder_.path()));
    EXPECT_FALSE(files.exists(gone));
    EXPECT_TRUE(files.exists(kept));
}

}  // namespace
}  // namespace fstune::probes
