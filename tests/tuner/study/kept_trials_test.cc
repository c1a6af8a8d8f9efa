#include "tuner/study/kept_trials.h"

#include <gtest/gtest.h>

#include "tuner/store/memory_study_store.h"

namespace fstune::tuner {
namespace {

void keep(MemoryStudyStore& store, std::int64_t from, std::int64_t to) {
    for (auto id = from; id <= to; ++id) {
        ASSERT_TRUE(store.intend({.id = id, .configuration = {"ext4", {}}}));
        knowledge::Measurement measurement;
        measurement.value = static_cast<double>(id);
        ASSERT_TRUE(store.finish(id, measurement, 1));
    }
}

void take(KeptTrials& kept, int count) {
    for (int i = 0; i < count; ++i) {
        ASSERT_TRUE(kept.front().value());
        kept.pop();
    }
}

TEST(KeptTrials, ComeAllInTheirOrder) {
    MemoryStudyStore store;
    ASSERT_TRUE(store.begin({}));
    keep(store, 1, 1203);
    KeptTrials kept(store);
    for (std::int64_t id = 1; id <= 1203; ++id) {
        const auto trial = kept.front();
        ASSERT_TRUE(trial && *trial);
        EXPECT_EQ((*trial)->intention.id, id);
        kept.pop();
    }
    const auto end = kept.front();
    ASSERT_TRUE(end);
    EXPECT_EQ(*end, nullptr);
}

TEST(KeptTrials, ThoseOfAfterTheEndAreNotKeptOnes) {
    MemoryStudyStore store;
    ASSERT_TRUE(store.begin({}));
    keep(store, 1, 3);
    KeptTrials kept(store);
    take(kept, 3);
    EXPECT_EQ(kept.front().value(), nullptr);
    kept.settle();
    keep(store, 4, 4);
    EXPECT_EQ(kept.front().value(), nullptr);
}

class Broken : public MemoryStudyStore {
  public:
    Result<std::vector<StoredTrial>> trials(std::int64_t after, std::size_t most) const override {
        if (after > 0) return fail(ErrorCode::failed, "cannot read");
        return MemoryStudyStore::trials(after, most);
    }
};

TEST(KeptTrials, AnErrorComesAfterWhatWasRead) {
    Broken store;
    ASSERT_TRUE(store.begin({}));
    keep(store, 1, 2);
    KeptTrials kept(store);
    take(kept, 2);
    const auto broken = kept.front();
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().message, "cannot read");
}

}  // namespace
}  // namespace fstune::tuner
