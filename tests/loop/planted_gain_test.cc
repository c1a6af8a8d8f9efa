// A gain that is known: real trials on a real device, with a workload whose value follows from the
// read-ahead that it finds there. So the study gets to recommend and to simplify whatever the
// machine's noise is.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <stop_token>

#include "probes/host/host.h"
#include "tests/fault/kills.h"
#include "tests/loop/loop_device.h"
#include "tests/loop/machine_state.h"
#include "tests/loop/own_process.h"
#include "tuner/cli/make_plan.h"
#include "tuner/store/memory_study_store.h"
#include "tuner/study/study.h"

namespace fstune::loop_test {
namespace {

constexpr std::uint64_t mebi = 1 << 20;
constexpr double plain = 100, planted = 130;                // MB/s
constexpr std::int64_t default_kb = 128, enough_kb = 1024;  // of read-ahead

// Reads the setting from the kernel, not from what was asked for. Varies by 1 %, by seed.
class FollowsReadAhead : public probes::Workload {
  public:
    std::function<void()> at_each_run = [] {};

    std::string name() const override { return "follows-read-ahead"; }
    std::string summary() const override { return "a value that the read-ahead decides"; }
    probes::Metric metric() const override { return {"throughput", "MB/s", true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace&) const override {
        return std::nullopt;
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override {
        at_each_run();
        if (settings.stop.stop_requested()) return fail(ErrorCode::interrupted, "stopped");
        std::ofstream(place.directory + "/file") << "what an unmount has to write";
        const auto disk = std::filesystem::path(place.device).filename().string();
        const auto kb = std::stoll(content("/sys/block/" + disk + "/queue/read_ahead_kb"));
        constexpr std::uint64_t steps = 21;
        const double noise = static_cast<double>((settings.seed * 31 + ++runs_ * 17) % steps) - 10;
        const double value = (kb >= enough_kb ? planted : plain) * (1 + noise / 1000);
        return probes::WorkloadResult{value, {value}, {}, {}, {}};
    }

  private:
    std::uint64_t runs_ = 0;
};

class Stages : public tuner::StudyObserver {
  public:
    void stage(const std::string& name) override { stage_ = name; }
    void trial(const tuner::StoredTrial&, const tuner::StudyProgress&) override {}
    void warning(const std::string&) override {}
    const std::string& now() const { return stage_; }

  private:
    std::string stage_;
};

// One study on one device; in a process of its own, for open_host() is for life.
struct Study {
    explicit Study(const LoopDevice& device) {
        options.device = device.path();
        options.goal = "create";
        options.filesystems = {"ext4", "xfs"};
        options.trials = 110;
        auto opened = probes::open_host({.device = device.path()});
        EXPECT_TRUE(opened) << opened.error().message;
        if (opened) host = std::move(*opened);
    }

    Result<tuner::Conclusion> run() {
        plan = tuner::make_plan(options, host->device(), host->machine());
        if (!plan) return tl::unexpected(plan.error());
        const auto runner = host->runner(workload, plan->space.parameters(), stop.get_token());
        tuner::MemoryStudyStore store;
        auto conclusion =
            tuner::run_study(*plan, {store, *runner, host->clock(), stages, stop.get_token()},
                             [](const auto&, auto) { return std::nullopt; });
        const auto closed = host->close();
        EXPECT_TRUE(closed) << closed.error().message;
        return conclusion;
    }

    tuner::TuneOptions options;
    std::unique_ptr<probes::Host> host;
    std::stop_source stop;
    FollowsReadAhead workload;
    Stages stages;
    Result<tuner::StudyPlan> plan = fail(ErrorCode::failed, "not made");
};

class PlantedGain : public LoopTest {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        device_.emplace(512 * mebi);
        set_read_ahead(std::to_string(default_kb));
        before_ = machine_state({device_->path()});
    }
    void TearDown() override {
        if (device_) set_read_ahead(found_);  // the kernel keeps it for the next user of the number
    }
    void set_read_ahead(const std::string& kb) {
        const auto path = "/sys/block/" + device_->name() + "/queue/read_ahead_kb";
        if (found_.empty()) found_ = content(path);
        std::ofstream(path) << kb;
    }
    void expect_nothing_left() {
        EXPECT_EQ(fault_test::settled_state({device_->path()}, before_), before_);
    }

    std::optional<LoopDevice> device_;
    std::string found_, before_;
};

TEST_F(PlantedGain, IsRecommendedAndNothingElse) {
    own_process([&] {
        Study study(*device_);
        ASSERT_TRUE(study.host);
        const auto conclusion = study.run();
        ASSERT_TRUE(conclusion) << conclusion.error().message;
        ASSERT_TRUE(conclusion->recommends()) << conclusion->verdict.reason;
        ASSERT_TRUE(conclusion->simplified);
        const auto& values = conclusion->recommended().values;
        ASSERT_EQ(values.size(), 1U) << knowledge::to_text(conclusion->recommended());
        EXPECT_EQ(values.begin()->first, "queue.read_ahead_kb");
        const auto gain = conclusion->over_own_default();
        ASSERT_TRUE(gain);
        const double true_gain = planted / plain - 1;
        EXPECT_LE(gain->low, true_gain);
        EXPECT_GE(gain->high, true_gain);
    });
    expect_nothing_left();
}

TEST_F(PlantedGain, AnInterruptWhileSimplifyingLeavesNothing) {
    own_process([&] {
        Study study(*device_);
        ASSERT_TRUE(study.host);
        study.workload.at_each_run = [&] {
            if (study.stages.now() == "simplify") study.stop.request_stop();
        };
        const auto conclusion = study.run();
        ASSERT_FALSE(conclusion);
        EXPECT_EQ(conclusion.error().code, ErrorCode::interrupted) << conclusion.error().message;
        EXPECT_EQ(study.stages.now(), "simplify");
    });
    expect_nothing_left();
}

}  // namespace
}  // namespace fstune::loop_test
