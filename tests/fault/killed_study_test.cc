// A real study, killed and interrupted at random moments and gone on with: no finished trial is
// lost, changed or made twice, and the machine is as it was.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "probes/host/disk_files.h"
#include "probes/host/left_behind.h"
#include "probes/host/run_folder.h"
#include "tests/fault/kills.h"
#include "tests/fault/study_process.h"
#include "tests/loop/loop_device.h"
#include "tuner/store/sqlite_study_store.h"
#include "tuner/store/trial_json.h"

namespace fstune {
namespace {

using fault_test::StudyProcess;
using loop_test::LoopDevice;
using loop_test::machine_state;

constexpr std::uint64_t size = std::uint64_t{128} << 20;

class KilledStudy : public loop_test::LoopTest {
  protected:
    KilledStudy() : random_(29) {}

    std::vector<std::string> arguments() const {
        std::vector<std::string> words{"--device", loop_->path(), "--wipe", "--quiet"};
        if (std::filesystem::exists(study_)) {
            words.insert(words.end(), {"--resume", study_});
        } else {
            words.insert(words.end(), {"--study", study_, "--goal", "create", "--fs", "ext4",
                                       "--budget", "30s", "--trials", "100"});
        }
        return words;
    }
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        loop_.emplace(size);
        before_ = machine_state({loop_->path()});
    }
    std::chrono::milliseconds moment(int within) {
        return std::chrono::milliseconds(std::uniform_int_distribution<int>(0, within)(random_));
    }
    std::string log() const {
        std::ifstream in(log_);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    // All that the study knows for good, by trial.
    std::map<std::int64_t, std::string> finished() const {
        std::map<std::int64_t, std::string> kept;
        if (!std::filesystem::exists(study_)) return kept;
        const auto store = tuner::SqliteStudyStore::open(study_);
        if (!store) return kept;  // killed before it was one
        const auto trials = (*store)->trials(0, 100'000);
        EXPECT_TRUE(trials) << trials.error().message;
        for (const auto& trial : *trials)
            kept[trial.intention.id] = tuner::trial_json(trial).dump();
        return kept;
    }
    // Everything of `earlier` is still there, as it was.
    void expect_kept(const std::map<std::int64_t, std::string>& earlier,
                     const std::map<std::int64_t, std::string>& now) {
        for (const auto& [id, outcome] : earlier) {
            const auto found = now.find(id);
            ASSERT_NE(found, now.end()) << "trial " << id << " was lost";
            EXPECT_EQ(found->second, outcome) << "trial " << id << " changed";
        }
        // Numbered from 1 without a gap: none was made twice.
        EXPECT_EQ(now.empty() ? 0 : now.rbegin()->first, static_cast<std::int64_t>(now.size()));
    }
    void clean_up() {
        const auto folder = probes::RunFolder::open();
        ASSERT_TRUE(folder) << folder.error().message;
        probes::DiskFiles files;
        const auto cleaned = probes::clean_up(files, folder->path());
        ASSERT_TRUE(cleaned && cleaned->not_done.empty());
    }
    void forget_study() {
        for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(study_ + end);
    }

    fakes::TemporaryFolder folder_;
    const std::string study_ = folder_.path() + "/study", log_ = folder_.path() + "/log";
    std::optional<LoopDevice> loop_;
    std::string before_;
    std::mt19937 random_;
};

TEST_F(KilledStudy, At200MomentsLosesNothingAndLeavesNothing) {
    std::map<std::int64_t, std::string> kept;
    std::size_t trials = 0, studies = 1;
    for (int kills = 0; kills < 200;) {
        StudyProcess study(arguments(), log_);
        std::this_thread::sleep_for(moment(900));
        const int status = study.end(SIGKILL);
        clean_up();
        ASSERT_EQ(fault_test::settled_state({loop_->path()}, before_), before_)
            << "after " << kills << " kills";
        const auto now = finished();
        expect_kept(kept, now);
        kept = now;
        if (WIFSIGNALED(status)) {
            ++kills;
            continue;
        }
        ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 4) << log();
        trials += kept.size();
        ++studies;
        kept.clear();
        forget_study();
    }
    StudyProcess last(arguments(), log_);
    const int status = last.wait();
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 4) << log();
    const auto now = finished();
    expect_kept(kept, now);
    EXPECT_GT(now.size(), kept.size());
    EXPECT_EQ(machine_state({loop_->path()}), before_);
    RecordProperty("studies", std::to_string(studies));
    RecordProperty("trials", std::to_string(trials + now.size()));
}

TEST_F(KilledStudy, InterruptedAtAnyMomentLeavesNothingByItself) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        for (int i = 0; i < 8; ++i) {
            StudyProcess study(arguments(), log_);
            study.wait_until_it_listens();
            std::this_thread::sleep_for(moment(900));
            study.send(signal);
            if (i % 2 == 1) {  // an impatient user
                std::this_thread::sleep_for(moment(50));
                study.send(signal);
            }
            const int status = study.wait();
            ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
            EXPECT_EQ(WEXITSTATUS(status), 130) << log();
            EXPECT_EQ(machine_state({loop_->path()}), before_);
        }
    }
}

}  // namespace
}  // namespace fstune
