// What the report says of risks: nothing that is recommended or searched is left out.
#include "tuner/report/risks.h"

#include <gmock/gmock.h>

#include "tuner/report/text_report.h"

namespace fstune::tuner {
namespace {

using knowledge::Value;
using testing::HasSubstr;
using testing::Not;

class Risks : public testing::Test {
  protected:
    void SetUp() override {
        conclusion_.verdict.recommended.filesystem = "ext4";
        knowledge::Parameter barrier;
        barrier.name = "ext4.barrier";
        barrier.domain = knowledge::BooleanDomain{};
        barrier.default_value = Value(true);
        barrier.risk = {{"off", knowledge::Risk::durability}};
        barrier.loses = "all of it";
        knowledge::Parameter commit;
        commit.name = "ext4.commit";
        commit.domain = knowledge::LevelsDomain{{5, 60}};
        commit.default_value = Value(std::int64_t{5});
        commit.risk = {{"60", knowledge::Risk::durability}, {"120", knowledge::Risk::durability}};
        commit.loses = "a minute";
        context_.parameters = {barrier, commit};
    }
    std::string text() const { return risks_text(conclusion_, context_); }

    Conclusion conclusion_;
    ReportContext context_;
};

TEST_F(Risks, OfWhatIsSearchedAreAllNamedAndOthersNot) {
    EXPECT_THAT(text(), HasSubstr("ext4.barrier = off: all of it\n"));
    EXPECT_THAT(text(), HasSubstr("ext4.commit = 60: a minute\n"));
    EXPECT_THAT(text(), Not(HasSubstr("120")));
    EXPECT_THAT(text(), Not(HasSubstr("recommended")));
    context_.parameters.clear();
    EXPECT_EQ(text(), "");
}

TEST_F(Risks, OfWhatIsRecommendedAreNamedApart) {
    conclusion_.verdict.recommended.values["ext4.commit"] = Value(std::int64_t{60});
    EXPECT_THAT(text(),
                HasSubstr("recommended:\n  ext4.commit = 60: durability: a minute\n\nSearched"));
    EXPECT_THAT(text_report(conclusion_, context_), HasSubstr(text()));
}

TEST_F(Risks, OfWhatIsNotTriedThoseOfOtherFilesystemsAreCounted) {
    conclusion_.left_out = {{"ext4.data", "writeback", "durability: old data"},
                            {"queue.write_cache", "x", "durability: a cache"},
                            {"btrfs.barrier", "off", "durability: a tree"}};
    const auto said = text_report(conclusion_, context_);
    EXPECT_THAT(said, HasSubstr("ext4.data = writeback: durability: old data\n"));
    EXPECT_THAT(said, HasSubstr("queue.write_cache"));
    EXPECT_THAT(said, Not(HasSubstr("btrfs.barrier")));
    EXPECT_THAT(said, HasSubstr("  1 value of other filesystems"));
    EXPECT_THAT(said, HasSubstr("Tried: 0 configurations in 0 trials"));
    conclusion_.tried.configurations = 1;
    EXPECT_THAT(text_report(conclusion_, context_), HasSubstr("Tried: 1 configuration in"));
}

}  // namespace
}  // namespace fstune::tuner
