// What every StudyStore promises. A new implementation joins the list at the end.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "tuner/store/memory_study_store.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {
namespace {

using knowledge::Configuration;
using knowledge::Failure;
using knowledge::FailureKind;
using knowledge::Measurement;
using knowledge::Phase;

std::string fresh_path() {
    static int number = 0;
    return std::filesystem::temp_directory_path() /
           ("fstune-store-" + std::to_string(::getpid()) + "-" + std::to_string(++number));
}

struct Implementation {
    std::string name;
    std::function<std::unique_ptr<StudyStore>(const std::string&)> make;
};

Measurement measured(double value) {
    Measurement measurement;
    measurement.value = value;
    return measurement;
}

class StudyStoreContract : public testing::TestWithParam<Implementation> {
  protected:
    ~StudyStoreContract() override {
        store_.reset();
        for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + end);
    }

    Intention intention(std::int64_t id) const {
        Configuration configuration{"xfs",
                                    {{"xfs.agcount", std::int64_t{8}},
                                     {"xfs.largeio", true},
                                     {"queue.scheduler", std::string("mq-deadline")}}};
        return {id, Phase::search, 3, 0.25, configuration, 17};
    }

    std::string path_ = fresh_path();
    std::unique_ptr<StudyStore> store_ = GetParam().make(path_);
};

TEST_P(StudyStoreContract, HeaderIsReadBackAndBegunOnce) {
    const StudyHeader header{{{"kernel", "6.18"}, {"device", "a \"b\"\nc"}}, {{"goal", "db"}}};
    ASSERT_TRUE(store_->begin(header));
    EXPECT_EQ(*store_->header(), header);
    const auto again = store_->begin(header);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, ErrorCode::usage);
}

TEST_P(StudyStoreContract, NoHeaderBeforeItBegins) {
    EXPECT_EQ(store_->header().error().code, ErrorCode::bad_input);
}

TEST_P(StudyStoreContract, AnEmptyHeaderHasBegunToo) {
    ASSERT_TRUE(store_->begin({}));
    EXPECT_TRUE(store_->header());
    EXPECT_FALSE(store_->begin({}));
}

TEST_P(StudyStoreContract, AnIntentionIsOpenUntilItsResultIsKnown) {
    EXPECT_FALSE(store_->unfinished()->has_value());
    ASSERT_TRUE(store_->intend(intention(1)));
    ASSERT_TRUE(store_->unfinished()->has_value());
    EXPECT_EQ(**store_->unfinished(), intention(1));
    EXPECT_TRUE(store_->trials(0, 10)->empty());
    ASSERT_TRUE(store_->finish(1, measured(1.5), 0.5));
    EXPECT_FALSE(store_->unfinished()->has_value());
    EXPECT_EQ(store_->trials(0, 10)->size(), 1U);
}

TEST_P(StudyStoreContract, EveryPartOfAResultIsReadBack) {
    Measurement measurement{.value = 1234.5678901234567,
                            .samples = {1, 2.5, 1e-9},
                            .metrics = {{"extents_per_file", 1.25}},
                            .seconds = {{"mkfs", 0.1}},
                            .warnings = {"throttled"},
                            .goal_samples = {{"db", {3, 4.5}}, {"create", {}}}};
    ASSERT_TRUE(store_->intend(intention(1)));
    ASSERT_TRUE(store_->finish(1, measurement, 2.25));
    ASSERT_TRUE(store_->intend(intention(2)));
    ASSERT_TRUE(store_->finish(2, Failure{FailureKind::mount_refused, "bad \"option\"\n"}, 0.125));
    const auto trials = *store_->trials(0, 10);
    ASSERT_EQ(trials.size(), 2U);
    EXPECT_EQ(trials[0].intention, intention(1));
    EXPECT_EQ(trials[0].elapsed, 2.25);
    const auto* read = std::get_if<Measurement>(&trials[0].outcome);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->value, measurement.value);
    EXPECT_EQ(read->samples, measurement.samples);
    EXPECT_EQ(read->goal_samples, measurement.goal_samples);
    EXPECT_EQ(read->metrics, measurement.metrics);
    EXPECT_EQ(read->seconds, measurement.seconds);
    EXPECT_EQ(read->warnings, measurement.warnings);
    const auto* failure = std::get_if<Failure>(&trials[1].outcome);
    ASSERT_NE(failure, nullptr);
    EXPECT_EQ(failure->kind, FailureKind::mount_refused);
    EXPECT_EQ(failure->reason, "bad \"option\"\n");
}

TEST_P(StudyStoreContract, TrialsComeInPages) {
    for (std::int64_t id = 1; id <= 5; ++id) {
        ASSERT_TRUE(store_->intend(intention(id)));
        ASSERT_TRUE(store_->finish(id, measured(static_cast<double>(id)), 1));
    }
    const auto page = *store_->trials(2, 2);
    ASSERT_EQ(page.size(), 2U);
    EXPECT_EQ(page[0].intention.id, 3);
    EXPECT_EQ(page[1].intention.id, 4);
    EXPECT_TRUE(store_->trials(5, 2)->empty());
    EXPECT_EQ(*store_->count(), 5);
}

TEST_P(StudyStoreContract, OrderIsKept) {
    ASSERT_TRUE(store_->intend(intention(2)));
    EXPECT_EQ(store_->intend(intention(3)).error().code, ErrorCode::usage);  // 2 is open
    EXPECT_EQ(store_->finish(3, Measurement{}, 0).error().code, ErrorCode::usage);
    ASSERT_TRUE(store_->finish(2, measured(1), 0));
    EXPECT_EQ(store_->finish(2, measured(2), 0).error().code, ErrorCode::usage);
    EXPECT_EQ(store_->intend(intention(2)).error().code, ErrorCode::usage);
    EXPECT_EQ(store_->intend(intention(1)).error().code, ErrorCode::usage);
    EXPECT_EQ(store_->trials(0, 1)->front().trial().measurement()->value, 1);
}

TEST_P(StudyStoreContract, AFactIsKeptOnce) {
    EXPECT_FALSE(store_->kept("ceiling")->has_value());
    ASSERT_TRUE(store_->keep("ceiling", "512.5"));
    EXPECT_EQ(**store_->kept("ceiling"), "512.5");
    EXPECT_FALSE(store_->keep("ceiling", "1"));
    EXPECT_EQ(**store_->kept("ceiling"), "512.5");
}

INSTANTIATE_TEST_SUITE_P(
    All, StudyStoreContract,
    testing::Values(
        Implementation{"memory", [](const auto&) { return std::make_unique<MemoryStudyStore>(); }},
        Implementation{"sqlite",
                       [](const auto& path) -> std::unique_ptr<StudyStore> {
                           return std::move(*SqliteStudyStore::create(path));
                       }}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace fstune::tuner
