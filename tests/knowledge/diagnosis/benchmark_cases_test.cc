// The published cases of benchmark results, each under its number, with siblings and clean
// neighbours.
#include <gmock/gmock.h>

#include "tests/knowledge/diagnosis/said.h"

namespace fstune::knowledge::diagnosis {
namespace {

TEST(Case, C59AnsweredFromMemory) {
    EXPECT_TRUE(says(of_case("59-fio.txt"), "cached-result"));
    EXPECT_FALSE(says(of_text("  lat (usec): min=95, max=1099, avg=210.00, stdev= 1.26\n"),
                      "cached-result"));
}

TEST(Case, C61MoreThanDisksCan) {
    EXPECT_TRUE(says(of_case("61-fio.txt"), "implausible-result"));
    const auto slow = of_text(
        "14 x 4 TB HDD, direct=1, randread 4k\n"
        "read: IOPS=2.1k, BW=8.2MiB/s (8.6MB/s)(492MiB/60001msec)\n");
    EXPECT_EQ(slow.kind, "fio-text");
    EXPECT_FALSE(says(slow, "implausible-result"));
}

TEST(Case, C62LevelShift) {
    EXPECT_NEAR(real(find(of_case("62-series.txt"), "level-shift"), "steady"), 1650, 20);
    const auto level = of_text("t_s=0 500\nt_s=1 510\nt_s=2 495\nt_s=3 505\nt_s=4 498\n");
    EXPECT_EQ(level.kind, "series");
    EXPECT_FALSE(says(level, "level-shift"));
}

TEST(Case, C64NoteBesideTheJson) {
    const auto text = data_file("cases/64-fio-note.json");
    const auto run = of_text(text);
    EXPECT_EQ(run.kind, "fio-json");
    EXPECT_TRUE(says(run, "fio-note"));
    EXPECT_EQ(number(find(run, "fio-result"), "bytes"), 67108864);
    EXPECT_EQ(number(find(of_text(text + "\ntrailing } text\n"), "fio-result"), "bytes"), 67108864);
}

TEST(Case, C66UnitsOfOldFio) {
    const auto result = find(of_case("66-fio215.json"), "fio-result");
    EXPECT_EQ(number(result, "bytes"), 2613575680);
    EXPECT_NEAR(real(result, "latency_mean_us"), 2892.544678, 1e-6);
    EXPECT_NEAR(real(result, "bytes_per_s"), 153412.0 * 1024, 1);
}

TEST(Case, C68SizeCountsForEachJob) {
    EXPECT_TRUE(says(of_text("rw=write\nnumjobs=2\nsize=100%\n"), "size-is-per-job"));
    EXPECT_FALSE(says(of_text("rw=write\nnumjobs=1\nsize=100%\n"), "size-is-per-job"));
}

TEST(Case, C69TooFastToTimeIsMissing) {
    const auto missing = value<std::vector<std::string>>(
        find(of_case("69-bonnie.csv.txt"), "too-fast-to-time"), "missing");
    EXPECT_THAT(missing, testing::IsSupersetOf(
                             {"block_write_kib_s", "block_read_kib_s", "sequential_create_per_s"}));
    EXPECT_THAT(missing, testing::Not(testing::Contains("char_write_kib_s")));
}

TEST(Case, C71Ministat) {
    const auto both = of_case("71-ministat.txt");
    EXPECT_TRUE(says(both, "no-difference"));
    EXPECT_NEAR(real(find(both, "difference"), "percent"), 2.95421, 1e-9);
    EXPECT_NEAR(real(find(both, "difference"), "half_width_percent"), 1.22812, 1e-9);
}

TEST(Case, C73C74C76NoVerdict) {
    EXPECT_TRUE(says(of_case("73-order.txt"), "order-confounded"));
    EXPECT_EQ(number(find(of_case("74-single-baseline.txt"), "too-few-runs"), "runs"), 1);
    EXPECT_EQ(number(find(of_case("76-abab.txt"), "too-few-runs"), "runs"), 2);
}

TEST(Case, C102TiesAreTies) {
    const auto table = of_case("102-md-table.txt");
    EXPECT_TRUE(says(table, "tie", "256K"));
    EXPECT_TRUE(says(table, "tie", "512K"));
    EXPECT_TRUE(says(table, "best-of-row", "128K"));
    EXPECT_TRUE(says(table, "best-overall", "rmw1_skip0"));
}

TEST(Case, C104TradeOff) {
    const auto trade = find(of_case("104-latency-tradeoff.txt"), "trade-off");
    EXPECT_NEAR(real(trade, "seqread_KBps_percent"), -13.17, 0.01);
    EXPECT_FALSE(
        says(of_text("metric before after\nread_KBps 100 150\nread_lat_ms 9 5\n"), "trade-off"));
}

TEST(Case, C106DataSetOfTwiceTheMemory) {
    Context machine;
    machine.memory = std::uint64_t{16} << 30;
    const auto* code = "data-set-too-small";
    EXPECT_TRUE(says(of_text("fio --rw=randwrite --bs=4k --size=8g\n", machine), code));
    EXPECT_FALSE(says(of_text("fio --rw=randwrite --bs=4k --size=32g\n", machine), code));
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
