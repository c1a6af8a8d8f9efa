#include "knowledge/readers/tables/read_series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fstune::knowledge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Series> series(const std::string& text, const ColumnNames& columns = {}) {
    const auto read = read_series(text, "file", columns);
    EXPECT_TRUE(read) << read.error().message;
    return read ? *read : std::vector<Series>{};
}

std::string problem(const std::string& text, const ColumnNames& columns = {}) {
    const auto read = read_series(text, "file", columns);
    EXPECT_FALSE(read);
    return read ? "" : read.error().message;
}

TEST(ReadSeries, OneValueALineWithOrWithoutHeaderAndAnyLineEnd) {
    for (const char* text : {"1\n2.5\n3e1\n", "1\r\n2.5\r\n3e1\r\n", "value\n1\n2.5\n3e1",
                             "# a comment\n\n1\n2.5\n\n3e1\n",
                             "\xef\xbb\xbf"
                             "1\n2.5\n3e1\n"}) {
        const auto read = series(text);
        ASSERT_EQ(read.size(), 1U) << text;
        EXPECT_EQ(read[0].variant, "file");
        EXPECT_THAT(read[0].values, ElementsAre(1, 2.5, 30));
    }
}

TEST(ReadSeries, PhaseVariantValue) {
    const auto read = series("phase,variant,value\nread,a,1\nread,b,2\nwrite,a,3\nread,a,4\n");
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[0].phase, "read");
    EXPECT_THAT(read[0].values, ElementsAre(1, 4));
}

TEST(ReadSeries, SemicolonsTabsAndQuotes) {
    EXPECT_EQ(series("variant;value\na;1\nb;2\n").size(), 2U);
    EXPECT_EQ(series("variant\tvalue\na\t1\nb\t2\n").size(), 2U);
    const auto quoted = series("variant,value\n\"a, \"\"b\"\"\",1\nc,2\n");
    EXPECT_EQ(quoted[0].variant, "a, \"b\"");
}

TEST(ReadSeries, ConditionsThatVaryAreKept) {
    const auto read = series(
        "kernel,threads,file_size_mb,rate_mb_s,cpu_percent\n"
        "old,1,16,10,5\nold,8,16,20,5\nnew,1,16,11,5\nnew,8,16,21,5\n");
    ASSERT_EQ(read.size(), 4U);
    EXPECT_EQ(label_of(read[0]), "threads=1");
    EXPECT_EQ(read[0].metric, "rate_mb_s");
    EXPECT_THAT(read[3].values, ElementsAre(21));
}

TEST(ReadSeries, AColumnAVariant) {
    const auto read = series("drives,ext2_kb_s,ext3_kb_s\n1,10,20\n2,30,\n");
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[0].variant, "ext2");
    EXPECT_EQ(read[0].metric, "kb_s");
    EXPECT_EQ(label_of(read[2]), "drives=2");
}

TEST(ReadSeries, NamedColumns) {
    const auto read = series("who,what,how_much,other\na,r,1,9\nb,r,2,9\n",
                             {.phase = "what", .variant = "who", .value = "how_much"});
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[0].phase, "r");
    EXPECT_THAT(read[1].values, ElementsAre(2));
    EXPECT_THAT(problem("a,b\n1,2\n", {.value = "c"}), HasSubstr("there are: a, b"));
}

TEST(ReadSeries, BlocksAndOrder) {
    const auto read = series("block,order,variant,value\n1,1,a,5\n1,2,b,6\n2,3,b,7\n2,4,a,8\n");
    EXPECT_THAT(read[0].blocks, ElementsAre("1", "2"));
    EXPECT_THAT(read[1].order, ElementsAre(2, 3));
}

TEST(ReadSeries, Summaries) {
    const auto read = series("variant,n,mean,sd\na,20,5,0.5\nb,10,6,0.7\n");
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[1].summary->n, 10U);
    EXPECT_EQ(read[1].summary->deviation, 0.7);
}

TEST(ReadSeries, LinesOfLabelAndValue) {
    const auto read = series("# seconds: A before\nA 1.5\nB 2.5\nA 1.6\n");
    ASSERT_EQ(read.size(), 2U);
    EXPECT_THAT(read[0].values, ElementsAre(1.5, 1.6));
    EXPECT_TRUE(less_is_better(read[0].metric));
}

TEST(ReadSeries, SeveralValuesALine) {
    const auto read = series("before 1 2 3\nafter 4 5 6\n");
    ASSERT_EQ(read.size(), 2U);
    EXPECT_THAT(read[1].values, ElementsAre(4, 5, 6));
}

TEST(ReadSeries, NumbersWithoutNamesAreNotGuessedAt) {
    EXPECT_THAT(problem("1,5\n2,5\n"), HasSubstr("name the columns"));
    EXPECT_THAT(problem("1 5\n2 5\n"), HasSubstr("no line that names them"));
}

TEST(ReadSeries, NegativeNumbersAreNumbers) {
    EXPECT_THAT(series("-1\n+2\n")[0].values, ElementsAre(-1, 2));
}

TEST(ReadSeries, WhatIsNoMeasurementIsRefusedByLine) {
    EXPECT_THAT(problem(""), HasSubstr("no values"));
    EXPECT_THAT(problem("\n# only this\n"), HasSubstr("no values"));
    EXPECT_THAT(problem("value\n"), HasSubstr("no values"));
    EXPECT_THAT(problem("1\nnan\n"), HasSubstr("line 2: 'nan'"));
    EXPECT_THAT(problem("1\ninf\n"), HasSubstr("line 2"));
    EXPECT_THAT(problem("1\ntwo\n"), HasSubstr("line 2: 'two' is not a number"));
    EXPECT_THAT(problem("variant,value\na,1\nb\n"), HasSubstr("line 3"));
    EXPECT_THAT(problem("variant,value\na,1\nb,\n"), HasSubstr("line 3"));
    EXPECT_THAT(problem("variant,value\n\"a,1\n"), HasSubstr("quote"));
    EXPECT_THAT(problem("variant,n,mean,sd\na,20,5,-1\nb,2,3,4\n"), HasSubstr("line 2"));
}

TEST(LessIsBetter, ByTheName) {
    for (const char* metric : {"latency_ms", "seconds", "s", "ms", "maxlat_s", "elapsed", "time"})
        EXPECT_TRUE(less_is_better(metric)) << metric;
    for (const char* metric :
         {"rate_mb_s", "MB/s", "ops/s", "files_per_s", "kb_s", "iops", "value"})
        EXPECT_FALSE(less_is_better(metric)) << metric;
}

// The grid parts rows at blanks and tabs; the standard library knows more of them.
TEST(ReadSeries, RowsOfOddBlanksAloneHoldNoValue) {
    for (const std::string blanks : {"\v", "\f", "\v\f", "\v \v"})
        for (const char* after : {"\r\na b\n", "\n1 2 x\n", "\n\v\n", "\n\t=\xb1\n"})
            EXPECT_FALSE(read_series(blanks + after, "x").has_value()) << after;
}

}  // namespace
}  // namespace fstune::knowledge
