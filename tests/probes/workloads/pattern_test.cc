// The measuring core on real files: each way of access does every block once in a pass, says so,
// and leaves the data that it should.
#include "probes/workloads/pattern.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "probes/workloads/file_set.h"
#include "probes/workloads/io/guarded_copy.h"
#include "probes/workloads/io/walk.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using namespace std::chrono_literals;
constexpr std::uint64_t mebi = 1 << 20;

std::string content(const std::string& path) {
    std::ostringstream all;
    all << std::ifstream(path, std::ios::binary).rdbuf();
    return all.str();
}

struct Way {
    AccessMode mode;
    int queue_depth;
};

class EachWay : public testing::TestWithParam<Way> {
  protected:
    FileSet files(std::uint64_t count, std::uint64_t size) const {
        auto made = FileSet::make({folder_.path()}, "data", count, size,
                                  GetParam().mode == AccessMode::direct ? O_DIRECT : 0);
        EXPECT_TRUE(made) << made.error().message;
        return std::move(*made);
    }
    Pattern pattern(double write_share) const {
        return {.write_share = write_share,
                .one_pass = true,
                .block = 16384,
                .queue_depth = GetParam().queue_depth,
                .mode = GetParam().mode};
    }
    fakes::TemporaryFolder folder_;
};

TEST_P(EachWay, WritesEveryBlockOnceWithDataThatIsNeverZerosNorTwiceTheSame) {
    const auto set = files(3, mebi);
    ASSERT_TRUE(set.reserve_all());
    auto random = pattern(1);
    random.random = true;
    const auto measured = measure(random, set.shares(2, random.block), 1h, 1, {});
    ASSERT_TRUE(measured) << measured.error().message;
    EXPECT_EQ(measured->operations, 3 * mebi / 16384);
    EXPECT_EQ(measured->bytes, 3 * mebi);
    EXPECT_EQ(measured->bytes_written, 3 * mebi);
    EXPECT_EQ(measured->latencies.total(), measured->operations);
    std::set<std::string> blocks;
    for (const auto& path : set.paths()) {
        const auto data = content(path);
        ASSERT_EQ(data.size(), mebi);
        for (std::size_t at = 0; at < data.size(); at += 4096) blocks.insert(data.substr(at, 4096));
    }
    EXPECT_EQ(blocks.size(), 3 * mebi / 4096);
    EXPECT_FALSE(blocks.contains(std::string(4096, '\0')));
}

TEST_P(EachWay, ReadsEveryBlockOnceByMoreThreadsThanFiles) {
    auto set = files(2, mebi);
    ASSERT_TRUE(set.write_all(2, 0.5, 1, {}));
    const auto measured = measure(pattern(0), set.shares(8, 16384), 1h, 1, {});
    ASSERT_TRUE(measured) << measured.error().message;
    EXPECT_EQ(measured->bytes, 2 * mebi);
    EXPECT_EQ(measured->bytes_written, 0);
    EXPECT_EQ(measured->passes, 1);
}

TEST_P(EachWay, AMixReadsAndWritesInTheShareAskedFor) {
    auto set = files(1, 8 * mebi);
    ASSERT_TRUE(set.write_all(1, 0.5, 1, {}));
    auto mix = pattern(0.3);
    mix.random = true;
    mix.block = 4096;
    const auto measured = measure(mix, set.shares(1, mix.block), 1h, 1, {});
    ASSERT_TRUE(measured) << measured.error().message;
    EXPECT_EQ(measured->bytes, 8 * mebi);
    EXPECT_NEAR(static_cast<double>(measured->bytes_written) / (8 * mebi), 0.3, 0.03);
}

TEST_P(EachWay, AFileThatEndsTooSoonIsAnErrorAndNoResult) {
    auto set = files(1, mebi);
    ASSERT_TRUE(set.write_all(1, 0.5, 1, {}));
    ASSERT_EQ(truncate(set.paths()[0].c_str(), mebi / 2), 0);
    const auto measured = measure(pattern(0), set.shares(1, 16384), 1h, 1, {});
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::failed);
    EXPECT_NE(measured.error().message.find("offset"), std::string::npos);
}

TEST_P(EachWay, StopsWhenAsked) {
    auto set = files(1, mebi);
    ASSERT_TRUE(set.write_all(1, 0.5, 1, {}));
    std::stop_source stop;
    stop.request_stop();
    const auto measured = measure(pattern(0), set.shares(1, 16384), 1h, 1, stop.get_token());
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::interrupted);
}

INSTANTIATE_TEST_SUITE_P(All, EachWay,
                         testing::Values(Way{AccessMode::buffered, 1}, Way{AccessMode::buffered, 8},
                                         Way{AccessMode::direct, 1}, Way{AccessMode::direct, 32},
                                         Way{AccessMode::mmap, 1}),
                         [](const auto& way) {
                             return "mode" + std::to_string(static_cast<int>(way.param.mode)) +
                                    "depth" + std::to_string(way.param.queue_depth);
                         });

TEST(Pattern, TwoHundredAndFiftySixThreadsWorkAtOnce) {
    const fakes::TemporaryFolder folder;
    auto set = FileSet::make({folder.path()}, "data", 256, 65536, 0);
    ASSERT_TRUE(set) << set.error().message;
    for (const double write_share : {1.0, 0.0}) {
        const Pattern pattern = {.write_share = write_share, .one_pass = true, .queue_depth = 4};
        const auto measured = measure(pattern, set->shares(256, 4096), 1h, 1, {});
        ASSERT_TRUE(measured) << measured.error().message;
        EXPECT_EQ(measured->bytes, 256 * 65536);
    }
}

TEST(Pattern, MoreMemoryThanIsReasonableIsRefusedWithTheFigures) {
    const fakes::TemporaryFolder folder;
    auto set = FileSet::make({folder.path()}, "data", 1, mebi, 0);
    const Pattern pattern = {.block = mebi, .queue_depth = 1024};
    const auto measured = measure(pattern, set->shares(256, mebi), 1h, 1, {});
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().code, ErrorCode::usage);
    EXPECT_NE(measured.error().message.find("MiB"), std::string::npos);
}

TEST(Walk, IsTheSameForASeedAndAnotherForAnother) {
    const Share share = {{3, 0, mebi}, {4, 0, mebi}};
    const Pattern pattern = {.write_share = 0.5, .random = true};
    const auto steps = [&](std::uint64_t seed) {
        Walk walk(pattern, share, seed);
        std::ostringstream all;
        for (int i = 0; i < 600; ++i) {
            const auto step = walk.next();
            all << step.range->fd << ' ' << step.offset << ' ' << step.write << '\n';
        }
        return all.str();
    };
    EXPECT_EQ(steps(1), steps(1));
    EXPECT_NE(steps(1), steps(2));
}

TEST(GuardedCopy, ALostPageIsAnAnswerAndNotTheEndOfTheProgram) {
    const fakes::TemporaryFolder folder;
    auto set = FileSet::make({folder.path()}, "data", 1, mebi, 0);
    ASSERT_TRUE(set->write_all(1, 0.5, 1, {}));
    std::string to(4096, ' '), from(4096, 'x');
    EXPECT_TRUE(guarded_copy(to.data(), from.data(), to.size()));
    EXPECT_EQ(to, from);
}

}  // namespace
}  // namespace fstune::probes
