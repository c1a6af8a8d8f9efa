#include "tuner/probe/scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "knowledge/readers/scaling_table.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/compare/compare.h"
#include "tuner/compare/input.h"
#include "tuner/probe/start_gate.h"
#include "tuner/probe/tables.h"

namespace fstune::tuner {
namespace {

using testing::HasSubstr;

// Shares what all folders together can do: 100 for each, 240 at most.
class Sharing : public probes::Workload {
  public:
    Sharing(std::atomic<int>& running, bool waits, std::atomic<int>& calls)
        : running_(running), waits_(waits), calls_(calls) {}
    std::string name() const override { return "sharing"; }
    std::string summary() const override { return ""; }
    probes::Metric metric() const override { return {"throughput", "MB/s", true}; }
    std::optional<std::string> unsuitable(const probes::WorkloadPlace& place) const override {
        if (place.directory == "bad") return "it does not fit";
        return std::nullopt;
    }
    Result<probes::WorkloadResult> run(const probes::WorkloadPlace& place,
                                       const probes::WorkloadSettings& settings) override {
        ++running_;
        if (waits_) place.before_measuring();
        const int together = running_;
        if (waits_) place.before_measuring();  // a second call does not wait
        probes::WorkloadResult result;
        const double noise = 1 + 0.001 * static_cast<double>(settings.seed % 5);
        result.value = noise * std::min(100.0, 240.0 / together);
        result.seconds["measure"] = ++calls_ == 1 ? 1 : 1.01;
        return result;
    }

  private:
    std::atomic<int>& running_;
    bool waits_;
    std::atomic<int>& calls_;
};

class ScalingProbe : public testing::Test {
  protected:
    Result<ScalingResult> scale(std::size_t folders) {
        return probe_scaling(
            settings, folders,
            {.make = [this](const std::string&) -> Result<std::unique_ptr<probes::Workload>> {
                 return std::make_unique<Sharing>(running_, waits, calls_);
             },
             .place =
                 [this](std::size_t index) {
                     running_ = 0;
                     return probes::WorkloadPlace{index == bad ? "bad" : "", ""};
                 },
             .progress =
                 [this](const ProbeProgress& now) {
                     if (now.done == stop_after) source.request_stop();
                 }});
    }
    ProbeSettings settings{
        .workloads = {"sharing"}, .threads = {2}, .runs = 5, .seed = 3, .label = "x"};
    bool waits = true;
    std::size_t bad = 100, stop_after = 1000;
    std::stop_source source;

  private:
    std::atomic<int> running_ = 0;
    std::atomic<int> calls_ = 0;
};

TEST_F(ScalingProbe, FindsWhereTheSharedPartIsFull) {
    const auto result = scale(5);
    ASSERT_TRUE(result);
    const auto& table = result->tables.at(0);
    ASSERT_EQ(table.levels.size(), 5U);
    for (const auto& level : table.levels) ASSERT_EQ(level.rounds.size(), 5U);
    EXPECT_NEAR(table.levels[1].rounds[0].total(), 200, 1);
    EXPECT_NEAR(table.levels[3].rounds[0].total(), 240, 1);
    ASSERT_TRUE(table.verdict);
    EXPECT_EQ(table.verdict->stops_at, 3);
    EXPECT_THAT(scaling_verdict(table), HasSubstr("stops growing at 3 folders"));
    EXPECT_TRUE(result->warnings.empty());
}

TEST_F(ScalingProbe, TwoFoldersThatDoNotDisturbEachOtherStillGrow) {
    const auto result = scale(2);
    EXPECT_THAT(scaling_verdict(result->tables.at(0)), HasSubstr("still grows at 2 folders"));
}

TEST_F(ScalingProbe, FewRoundsAreNoVerdict) {
    settings.runs = 2;
    const auto result = scale(3);
    EXPECT_FALSE(result->tables.at(0).verdict);
    EXPECT_THAT(scaling_verdict(result->tables.at(0)), HasSubstr("--runs 5"));
}

// One that fails before it is ready must not hold up the others.
TEST_F(ScalingProbe, AFolderThatFailsIsToldAndItsLevelIsLeftOut) {
    bad = 2;
    const auto result = scale(3);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->failures.size(), 5U);
    EXPECT_THAT(result->failures[0].reason, HasSubstr("folder 3 of 3: it does not fit"));
    EXPECT_TRUE(result->tables.at(0).levels[2].rounds.empty());
    EXPECT_EQ(result->tables.at(0).levels[1].rounds.size(), 5U);
    EXPECT_FALSE(result->tables.at(0).verdict);
}

TEST_F(ScalingProbe, WorkloadsThatDoNotBeginTogetherAreTold) {
    waits = false;
    settings.runs = 1;
    const auto result = scale(2).value();
    ASSERT_EQ(result.warnings.size(), 1U);
    EXPECT_THAT(result.warnings[0].text, HasSubstr("not all began at the same moment"));
}

TEST_F(ScalingProbe, InterruptedKeepsWhatIsWhole) {
    stop_after = 4;
    settings.stop = source.get_token();
    const auto result = scale(3);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->interrupted);
    std::size_t rounds = 0;
    for (const auto& level : result->tables.at(0).levels) rounds += level.rounds.size();
    EXPECT_EQ(rounds, 4U);
}

TEST_F(ScalingProbe, WhatIsPrintedIsReadBackAndCompared) {
    const auto result = scale(4).value();
    settings.size = 1 << 20;
    const ScalingContext context{"1", {{.folder = "/mnt/a"}, {.folder = "/mnt/b"}}, {}};
    const auto text = scaling_text(result, settings, context);
    const auto rows = knowledge::read_scaling_table(text);
    ASSERT_TRUE(rows) << text;
    ASSERT_EQ(rows->size(), 4U);
    EXPECT_EQ((*rows)[1].folders, 2);
    EXPECT_EQ((*rows)[1].identifier, "x");
    EXPECT_EQ((*rows)[1].unit, "MB/s");
    EXPECT_EQ((*rows)[1].runs, 5);
    EXPECT_NEAR((*rows)[1].total, 200.4, 0.3);
    EXPECT_NEAR((*rows)[1].efficiency, 1, 1e-3);
    EXPECT_NEAR((*rows)[3].efficiency, 0.6, 1e-3);
    EXPECT_NEAR((*rows)[3].per_folder, 60, 0.3);
    const auto json = scaling_json(result, settings, context);
    EXPECT_EQ(json["scaling"][0]["stops_at"], 3);
    EXPECT_EQ(json["scaling"][0]["levels"][1]["runs"].size(), 5U);

    fakes::TemporaryFolder folder;
    for (const auto& form : {text, scaling_csv(result, settings)}) {
        std::ofstream(folder.path() + "/a") << form;
        std::ofstream(folder.path() + "/b") << form;
        const auto input = read_inputs({folder.path() + "/a", folder.path() + "/b"}, {});
        ASSERT_TRUE(input) << input.error().message;
        const auto report = compare(input->series, {});
        ASSERT_TRUE(report) << report.error().message;
        ASSERT_EQ(report->comparisons.size(), 4U);
        EXPECT_EQ(report->comparisons[1].phase, "sharing directories=2");
        EXPECT_EQ(report->verdict, "no-difference");
    }
}

TEST(StartGate, OpensForAllAtOnceAndWithoutThoseThatLeft) {
    StartGate gate(3);
    std::atomic<int> ready = 0;
    std::vector<int> seen(2);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i)
        threads.emplace_back([&, i] {
            ++ready;
            gate.arrive_and_wait();
            seen[i] = ready;
        });
    gate.leave();
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(seen, (std::vector{2, 2}));
    EXPECT_EQ(gate.arrived(), 2U);
}

}  // namespace
}  // namespace fstune::tuner
