// fs_mark and postmark: what they printed here, and what is no result of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "knowledge/readers/fs_mark.h"
#include "knowledge/readers/postmark.h"

namespace fstune::knowledge {
namespace {

using testing::HasSubstr;

std::string captured(const std::string& name) {
    std::ifstream file(FSTUNE_TEST_DATA "/benchmarks/" + name);
    EXPECT_TRUE(file) << name;
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(FsMark, PlainTableWithItsSettings) {
    const auto text = captured("fs_mark-3.3.txt");
    EXPECT_TRUE(is_fs_mark(text));
    const auto run = read_fs_mark(text).value();
    EXPECT_EQ(run.threads, 4);
    EXPECT_EQ(run.sync_method, "NO SYNC");
    ASSERT_EQ(run.rows.size(), 3U);
    EXPECT_EQ(run.rows[1].used_percent, 70);
    EXPECT_EQ(run.rows[1].count, 1600U);
    EXPECT_EQ(run.rows[1].size, 0U);
    EXPECT_DOUBLE_EQ(run.rows[1].files_per_s, 6009.3);
    EXPECT_DOUBLE_EQ(run.rows[2].overhead_us, 73548);
    EXPECT_EQ(run.rows[0].fsync_average_us, 0);
}

TEST(FsMark, VerboseTableHasTimesOfSystemCalls) {
    const auto run = read_fs_mark(captured("fs_mark-3.3-verbose.txt")).value();
    EXPECT_EQ(run.threads, 2);
    EXPECT_EQ(run.sync_method, "INBAND FSYNC");
    ASSERT_EQ(run.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(run.rows[0].files_per_s, 499.7);
    EXPECT_DOUBLE_EQ(run.rows[0].fsync_average_us, 3813);
    EXPECT_DOUBLE_EQ(run.rows[1].fsync_average_us, 1038);
}

TEST(FsMark, ATableAloneAndTextAroundItAsPeopleMailIt) {
    const auto run = read_fs_mark(
        "Unpatched:\nFSUse%        Count         Size    Files/sec     App Overhead\r\n"
        "     0      1600000            0     267346.5         11285320\r\n"
        "     0      3200000            0     267346.5         11285320\n\n"
        "real    0m11.633s\nuser    0m6.1s\n");
    ASSERT_TRUE(run) << run.error().message;
    EXPECT_EQ(run->rows.size(), 2U);
    EXPECT_EQ(run->threads, 0);
}

TEST(FsMark, NoRowIsAnErrorAndABrokenRowTellsItsLine) {
    const std::string head = "FSUse%        Count         Size    Files/sec     App Overhead\n";
    EXPECT_EQ(read_fs_mark(head + "fill_dir:mkdir /mnt/x failed: No such file\n").error().code,
              ErrorCode::bad_input);
    EXPECT_THAT(read_fs_mark(head + "  70  200  4096  49").error().message, HasSubstr("line 2"));
    EXPECT_FALSE(read_fs_mark(head + "  70  200  4096  nan  3"));
    EXPECT_FALSE(read_fs_mark(""));
    EXPECT_FALSE(is_fs_mark("Files/sec\n"));
}

TEST(Postmark, ReportInWords) {
    const auto text = captured("postmark-1.51.txt");
    EXPECT_TRUE(is_postmark(text));
    const auto run = read_postmark(text).value();
    EXPECT_EQ(run.transactions_per_s, 5000);
    EXPECT_EQ(run.created, 4513);
    EXPECT_EQ(run.read, 2522);
    EXPECT_EQ(run.appended_per_s, 2387);
    EXPECT_EQ(run.deleted_per_s, 4513);
    EXPECT_DOUBLE_EQ(run.bytes_read_per_s, 389.64 * 1024);
    EXPECT_DOUBLE_EQ(run.bytes_written_per_s, 708.04 * 1024);
}

TEST(Postmark, MegabytesAndTerseReport) {
    const auto large = read_postmark(captured("postmark-1.51-large.txt")).value();
    EXPECT_GT(large.bytes_written_per_s, 10 * 1024 * 1024);
    const auto terse = read_postmark(captured("postmark-1.51-terse.txt")).value();
    EXPECT_EQ(terse.transactions_per_s, 50);
    EXPECT_EQ(terse.created_per_s, 41);
    EXPECT_EQ(terse.read_per_s, 31);
    EXPECT_EQ(terse.appended_per_s, 19);
    EXPECT_EQ(terse.bytes_written_per_s, 287300);
}

// It ends with 0 all the same.
TEST(Postmark, WhatCouldMakeNoFileIsNoResult) {
    const auto run = read_postmark(captured("postmark-1.51-failed.txt"));
    ASSERT_FALSE(run);
    EXPECT_EQ(run.error().code, ErrorCode::bad_input);
    EXPECT_THAT(run.error().message, HasSubstr("created 40 files and deleted 0"));
    EXPECT_FALSE(read_postmark("PostMark v1.51 : 8/14/01\npm>Creating files..."));
    EXPECT_FALSE(read_postmark(""));
}

}  // namespace
}  // namespace fstune::knowledge
