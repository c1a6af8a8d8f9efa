// Many studies side by side, each on a loop device of its own, do not disturb each other's
// bookkeeping: ledgers, mount folders, queue settings, stores.
#include <gtest/gtest.h>

#include <memory>

#include "tests/fault/kills.h"
#include "tests/fault/study_process.h"
#include "tests/loop/loop_device.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune {
namespace {

constexpr int studies = 64;
constexpr std::uint64_t size = std::uint64_t{80} << 20;

struct Place {
    explicit Place(const std::string& folder, int number)
        : study(folder + "/study" + std::to_string(number)), log(study + ".log") {}
    loop_test::LoopDevice loop{size};
    std::string study, log;
    std::unique_ptr<fault_test::StudyProcess> process;
};

class ManyStudies : public loop_test::LoopTest {};

TEST_F(ManyStudies, DoNotDisturbEachOther) {
    const fakes::TemporaryFolder folder;
    std::vector<std::unique_ptr<Place>> places;
    std::vector<std::string> marks;
    for (int number = 0; number < studies; ++number) {
        places.push_back(std::make_unique<Place>(folder.path(), number));
        marks.push_back(places.back()->loop.path());
    }
    const auto before = loop_test::machine_state(marks);
    for (auto& place : places)
        place->process = std::make_unique<fault_test::StudyProcess>(
            std::vector<std::string>{"--device", place->loop.path(), "--goal", "db", "--fs", "ext4",
                                     "--trials", "4", "--budget", "4s", "--study", place->study,
                                     "--quiet"},
            place->log);
    for (auto& place : places) {
        const int status = place->process->wait();
        EXPECT_TRUE(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 4))
            << loop_test::content(place->log);
        const auto store = tuner::SqliteStudyStore::open(place->study);
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_GE((*store)->count().value(), 2);
        EXPECT_FALSE((*store)->unfinished().value());
    }
    EXPECT_EQ(loop_test::machine_state(marks), before);
}

}  // namespace
}  // namespace fstune
