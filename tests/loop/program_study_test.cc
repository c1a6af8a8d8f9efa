// A whole study whose workload is a real program, and what has to be the same when it goes on.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/fault/kills.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"

namespace fstune::loop_test {
namespace {

class ProgramStudy : public LoopTest {
  protected:
    probes::Finished tune(std::vector<std::string> more) const {
        std::vector<std::string> arguments = {"--scratch", "256M:" + folder_.path(),
                                              "--fs",      "ext4",
                                              "--trials",  "4",
                                              "--study",   study_,
                                              "--budget",  "20s"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return test::fstune(arguments, std::chrono::seconds(120));
    }
    nlohmann::json exported() const {
        return nlohmann::json::parse(test::fstune({"export", study_}).out, nullptr, false);
    }
    void write_job(const std::string& text) const { std::ofstream(job_) << text; }

    TemporaryFolder folder_, other_;
    std::string study_ = other_.path() + "/a.study", job_ = other_.path() + "/a.fio";
};

TEST_F(ProgramStudy, FiosFigureIsTheGoalAndAChangedJobDoesNotGoOn) {
    const auto before = machine_state({folder_.path()});
    write_job("[writer]\nrw=write\nbs=64k\nsize=4m\nend_fsync=1\n");
    const auto done = tune({"--job", job_, "--metric", "write.bw,write.iops"});
    ASSERT_TRUE(done.exit_code == 0 || done.exit_code == 4) << done.err;
    EXPECT_NE(done.out.find("KiB/s"), std::string::npos) << done.out;
    EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before);
    const auto kept = exported();
    EXPECT_EQ(kept.at("settings").at("job"), "[writer]\nrw=write\nbs=64k\nsize=4m\nend_fsync=1\n");
    int measured = 0;
    for (const auto& trial : kept.at("trials")) {
        if (!trial.contains("value")) continue;
        ++measured;
        EXPECT_EQ(trial.at("metrics").at("write.io_bytes"), 4 << 20);
    }
    EXPECT_GE(measured, 3);

    write_job("[writer]\nrw=write\nbs=4k\nsize=4m\n");
    const auto changed = test::fstune({"--resume", study_});
    EXPECT_EQ(changed.exit_code, 3) << changed.err;
    EXPECT_NE(changed.err.find(job_), std::string::npos) << changed.err;
    write_job("[writer]\nrw=write\nbs=64k\nsize=4m\nend_fsync=1\n");
    const auto again = test::fstune({"--resume", study_}, std::chrono::seconds(120));
    EXPECT_TRUE(again.exit_code == 0 || again.exit_code == 4) << again.err;
    std::filesystem::remove(job_);  // the study has its text
    const auto without = test::fstune({"--resume", study_}, std::chrono::seconds(120));
    EXPECT_TRUE(without.exit_code == 0 || without.exit_code == 4) << without.err;
}

TEST_F(ProgramStudy, ACommandThatAlwaysFailsEndsWithItsWords) {
    const auto before = machine_state({folder_.path()});
    const auto done = tune({"--command", "echo the disk is on strike >&2; touch {dir}/a; exit 9",
                            "--metric-regex", "rate=([0-9]+)", "--direction", "higher"});
    EXPECT_EQ(done.exit_code, 1) << done.err;
    EXPECT_NE(done.err.find("the disk is on strike"), std::string::npos) << done.err;
    EXPECT_NE(done.err.find("exit code 9"), std::string::npos) << done.err;
    EXPECT_EQ(fault_test::settled_state({folder_.path()}, before), before);
}

}  // namespace
}  // namespace fstune::loop_test
