#include "tuner/probe/probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/probe/figures.h"
#include "tuner/probe/room.h"

namespace fstune::tuner {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t mebi = 1 << 20;

// Says how often it ran; each run is faster by one.
class Counting : public probes::Workload {
  public:
    explicit Counting(std::string name, std::vector<std::string>& calls)
        : name_(std::move(name)), calls_(calls) {}
    std::string name() const override { return name_; }
    std::string summary() const override { return ""; }
    probes::Metric metric() const override { return {"operations", "ops/s", true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace&) const override {
        return std::nullopt;
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace&,
                                       const probes::WorkloadSettings& settings) override {
        calls_.push_back(name_ + " " + std::to_string(settings.threads) + " seed " +
                         std::to_string(settings.seed));
        if (name_ == "broken" && settings.threads > 1)
            return fail(ErrorCode::failed, "data.0: No space left on device");
        probes::WorkloadPhase phase{.name = "only", .unit = "ops/s"};
        phase.operations = 1000 * calls_.size();
        phase.bytes = phase.operations * 4096;
        phase.seconds = 2;
        phase.rate = static_cast<double>(phase.operations) / 2;
        phase.cpu_seconds = 0.5;
        phase.latencies.count(1'000'000 * calls_.size());
        phase.latencies.count(3'000'000'000);
        probes::WorkloadResult result;
        result.value = phase.rate;
        result.phases = {phase};
        result.metrics["cpu_kernel_threads_percent"] = 12.5;
        result.warnings = {"cached result: all of it; drop them"};
        return result;
    }

  private:
    std::string name_;
    std::vector<std::string>& calls_;
};

class Probing : public testing::Test {
  protected:
    Result<ProbeResult> probe(const ProbeSettings& settings) {
        return tuner::probe(
            settings,
            {.make = [this](const std::string& name) -> Result<std::unique_ptr<probes::Workload>> {
                 return std::make_unique<Counting>(name, calls_);
             },
             .place = [] { return probes::WorkloadPlace{}; },
             .progress =
                 [this](const ProbeProgress& now) {
                     if (now.done == stop_after_) source_.request_stop();
                 }});
    }
    std::vector<std::string> calls_;
    std::stop_source source_;
    std::size_t stop_after_ = 1000;
};

TEST_F(Probing, RunsAreOutermostAndEachHasItsSeed) {
    const auto result =
        probe({.workloads = {"seq-read", "db"}, .threads = {1, 8}, .runs = 2, .seed = 7});
    ASSERT_TRUE(result);
    EXPECT_THAT(calls_, ElementsAre("seq-read 1 seed 7", "seq-read 8 seed 7", "db 1 seed 7",
                                    "db 8 seed 7", "seq-read 1 seed 8", "seq-read 8 seed 8",
                                    "db 1 seed 8", "db 8 seed 8"));
    ASSERT_EQ(result->cells.size(), 4U);
    EXPECT_EQ(result->cells[1].threads, 8);
    EXPECT_EQ(result->cells[1].runs.size(), 2U);
}

TEST_F(Probing, ARowIsTheMeanOfItsRunsAndHasTheLatenciesOfAll) {
    const auto result =
        probe({.workloads = {"rand-read"}, .threads = {4}, .runs = 3, .label = "x"});
    ASSERT_TRUE(result);
    const auto& row = result->cells.at(0).row;
    EXPECT_EQ(row.phase, "random-read");
    EXPECT_EQ(row.identifier, "x");
    // tiobench's phases are in MB/s: 4096 bytes 1000, 2000 and 3000 times in 2 s.
    EXPECT_EQ(row.unit, "MB/s");
    EXPECT_NEAR(row.rate, 4.096, 1e-9);
    EXPECT_NEAR(row.rate_deviation, 2.048, 1e-9);
    EXPECT_EQ(row.block_bytes, 4096);
    EXPECT_EQ(row.runs, 3);
    EXPECT_NEAR(row.cpu_percent, 25, 1e-9);
    EXPECT_NEAR(row.cpu_efficiency, 4.096 / 0.25, 1e-9);
    EXPECT_NEAR(*row.kernel_cpu_percent, 12.5, 1e-9);
    EXPECT_NEAR(row.latency_max_ms, 3000, 1e-9);
    EXPECT_NEAR(row.pct_over_2s, 50, 1e-9);
    EXPECT_EQ(row.pct_over_10s, 0);
    EXPECT_NEAR(row.percentiles->p50, 3, 0.1);
    EXPECT_NEAR(result->cells[0].runs[0].percentiles->p50, 1, 0.1);
}

TEST_F(Probing, OtherWorkloadsKeepTheirUnit) {
    const auto result = probe({.workloads = {"db"}, .threads = {1}});
    ASSERT_TRUE(result);
    EXPECT_EQ(result->cells.at(0).row.unit, "ops/s");
    EXPECT_EQ(result->cells.at(0).row.rate, 500);
    EXPECT_EQ(result->cells.at(0).row.runs, 1);
}

TEST_F(Probing, AFailedRunIsToldAndTheOthersGoOn) {
    const auto result = probe({.workloads = {"broken", "db"}, .threads = {1, 2}});
    ASSERT_TRUE(result);
    ASSERT_EQ(result->failures.size(), 1U);
    EXPECT_EQ(result->failures[0].workload, "broken");
    EXPECT_EQ(result->failures[0].threads, 2);
    EXPECT_THAT(result->failures[0].reason, HasSubstr("No space left"));
    EXPECT_EQ(result->cells.size(), 3U);
}

TEST_F(Probing, InterruptedKeepsWhatWasMeasured) {
    stop_after_ = 2;
    const auto result =
        probe({.workloads = {"db"}, .threads = {1, 2, 3, 4}, .stop = source_.get_token()});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->interrupted);
    EXPECT_EQ(result->cells.size(), 2U);
    EXPECT_EQ(calls_.size(), 3U);
}

class Room : public testing::Test {
  protected:
    ProbeSettings settings{.threads = {1, 64}};
    probes::FilesystemAt filesystem{.folder = "/mnt/x",
                                    .type = "ext4",
                                    .source = "/dev/sdz1",
                                    .free_bytes = 4096 * mebi,
                                    .free_inodes = 100'000};
    std::string refusal(int parallel = 1) {
        const auto size = fitting_size(settings, filesystem, parallel);
        EXPECT_FALSE(size);
        if (size) return "";
        EXPECT_EQ(size.error().code, ErrorCode::usage);
        return size.error().message;
    }
};

TEST_F(Room, TheUsualSizeOrWhatFits) {
    EXPECT_EQ(fitting_size(settings, filesystem).value(), 1024 * mebi);
    filesystem.free_bytes = 600 * mebi;
    EXPECT_EQ(fitting_size(settings, filesystem).value(), 300 * mebi);
    EXPECT_EQ(fitting_size(settings, filesystem, 2).value(), 150 * mebi);
    settings.size = 200 * mebi;
    EXPECT_EQ(fitting_size(settings, filesystem).value(), 200 * mebi);
}

TEST_F(Room, TooFullSaysWhatIsThereAndWhatToDo) {
    filesystem.free_bytes = 600 * mebi;
    settings.size = 400 * mebi;
    EXPECT_THAT(refusal(), HasSubstr("--size 300M"));
    EXPECT_THAT(refusal(), HasSubstr("/dev/sdz1"));
    settings.size = 0;
    filesystem.free_bytes = 100 * mebi;
    EXPECT_THAT(refusal(), HasSubstr("fewer --threads"));
    filesystem.free_bytes = 0;
    EXPECT_THAT(refusal(), HasSubstr("too full"));
}

TEST_F(Room, InodesAndReadOnlyAndSmallShares) {
    filesystem.free_inodes = 100;
    EXPECT_THAT(refusal(), HasSubstr("free inodes"));
    filesystem.free_inodes.reset();  // btrfs does not count them
    EXPECT_TRUE(fitting_size(settings, filesystem));
    settings.size = 10 * mebi;
    EXPECT_THAT(refusal(), HasSubstr("64 MiB or more"));
    filesystem.read_only = true;
    EXPECT_THAT(refusal(), HasSubstr("read-only"));
}

}  // namespace
}  // namespace fstune::tuner
