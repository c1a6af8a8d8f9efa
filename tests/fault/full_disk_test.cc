// The folder of the study is full, or becomes read-only, while a real study runs: a clear end, no
// finished trial lost, nothing left, and the study goes on once there is room.
#include <gmock/gmock.h>
#include <sys/mount.h>

#include <filesystem>

#include "tests/fault/kills.h"
#include "tests/fault/study_process.h"
#include "tests/loop/loop_device.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class StudyFolder : public loop_test::LoopTest {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        loop_.emplace(std::uint64_t{128} << 20);
        std::filesystem::create_directory(small_);
        ASSERT_EQ(mount("none", small_.c_str(), "tmpfs", 0, "size=120k"), 0);
        before_ = loop_test::machine_state({loop_->path()});
    }
    void TearDown() override {
        if (!IsSkipped()) umount2(small_.c_str(), MNT_DETACH);
    }
    void change(unsigned long flags, const std::string& options) const {
        ASSERT_EQ(mount("none", small_.c_str(), nullptr, MS_REMOUNT | flags, options.c_str()), 0);
    }
    // Its exit code.
    int run(std::vector<std::string> more) const {
        std::vector<std::string> words{"--device", loop_->path(), "--wipe", "--quiet"};
        words.insert(words.end(), more.begin(), more.end());
        const int status = fault_test::StudyProcess(words, log_).wait();
        EXPECT_TRUE(WIFEXITED(status));
        return WEXITSTATUS(status);
    }
    std::vector<std::string> fresh() const {
        return {"--study", study_,     "--goal", "create",   "--fs",
                "ext4",    "--budget", "30s",    "--trials", "40"};
    }
    std::int64_t trials() const {
        const auto store =
            tuner::SqliteStudyStore::open(study_, tuner::SqliteStudyStore::Use::read);
        EXPECT_TRUE(store) << store.error().message;
        return store ? (*store)->count().value() : -1;
    }

    fakes::TemporaryFolder folder_;
    const std::string small_ = folder_.path() + "/small", study_ = small_ + "/study",
                      log_ = folder_.path() + "/log";
    std::optional<loop_test::LoopDevice> loop_;
    std::string before_;
};

TEST_F(StudyFolder, ThatIsFullEndsTheStudyAndMoreRoomLetsItGoOn) {
    EXPECT_EQ(run(fresh()), 1);
    EXPECT_THAT(loop_test::content(log_), AllOf(HasSubstr(study_), HasSubstr("full")));
    EXPECT_EQ(fault_test::settled_state({loop_->path()}, before_), before_);
    change(0, "size=8m");
    const auto known = trials();
    EXPECT_GT(known, 0);
    const int code = run({"--resume", study_});
    EXPECT_TRUE(code == 0 || code == 4) << loop_test::content(log_);
    EXPECT_GT(trials(), known);
    EXPECT_EQ(fault_test::settled_state({loop_->path()}, before_), before_);
}

TEST_F(StudyFolder, ThatHasNoRoomAtAllIsSaidBeforeTheDeviceIsTouched) {
    std::ofstream(small_ + "/filler") << std::string(200'000, 'x');
    EXPECT_EQ(run(fresh()), 1);
    EXPECT_THAT(loop_test::content(log_), AllOf(HasSubstr(study_), HasSubstr("full")));
    EXPECT_EQ(loop_test::machine_state({loop_->path()}), before_);
    EXPECT_EQ(loop_test::run({"wipefs", loop_->path()}).out, "");
}

}  // namespace
}  // namespace fstune
