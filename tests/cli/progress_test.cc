#include "tuner/cli/progress.h"

#include <gtest/gtest.h>

namespace fstune::tuner {
namespace {

StudyProgress half_way() {
    StudyProgress progress;
    progress.stage = "search";
    progress.done = 34;
    progress.expected = 26;
    progress.used_seconds = 90;
    progress.total_seconds = 180;
    progress.best = 512.3;
    progress.best_configuration = "xfs xfs.agcount=8 xfs.logbsize=262144 queue.read_ahead_kb=4096";
    return progress;
}

TEST(ProgressLine, SaysWhereItIs) {
    const auto line = progress_line(half_way(), "MB/s", {.width = 200});
    for (const auto* part : {"search", "34 of about 60", "512 MB/s", "1 m 30 s left"})
        EXPECT_NE(line.find(part), std::string::npos) << line;
}

TEST(ProgressLine, NeverReachesTheLastColumn) {
    for (const int width : {1, 20, 40, 80})
        EXPECT_LT(progress_line(half_way(), "MB/s", {.width = width}).size(),
                  static_cast<std::size_t>(std::max(width, 2)));
}

TEST(ProgressLine, IsColouredOnlyWhereAsked) {
    EXPECT_EQ(progress_line(half_way(), "MB/s", {.width = 80}).find('\033'), std::string::npos);
    EXPECT_NE(progress_line(half_way(), "MB/s", {.color = true, .width = 80}).find('\033'),
              std::string::npos);
}

TEST(ProgressLine, BeforeTheFirstValueNothingIsBest) {
    auto progress = half_way();
    progress.best.reset();
    EXPECT_EQ(progress_line(progress, "MB/s", {.width = 80}).find("best"), std::string::npos);
}

TEST(ProgressWarning, IsSaidOnceThoughEveryPhaseHasIt) {
    testing::internal::CaptureStderr();
    Progress progress({}, "MB/s");
    for (const auto* text : {"the raw device", "the raw device", "another"}) progress.warning(text);
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "warning: the raw device\nwarning: another\n");
}

}  // namespace
}  // namespace fstune::tuner
