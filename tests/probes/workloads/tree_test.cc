// The workloads of many small files on a plain folder: the same for a seed, within what was asked,
// and nothing left behind.
#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "probes/workloads/commit_log.h"
#include "probes/workloads/memory_place.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/office.h"
#include "probes/workloads/tree/small_file.h"
#include "probes/workloads/workloads.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {
namespace {

using namespace std::chrono_literals;
constexpr std::uint64_t mebi = 1 << 20;

// In memory where there is such a place: what is tested is what is done, not how fast a disk is.
class Place {
  public:
    WorkloadPlace place() const {
        return {memory_ ? memory_->place().directory : folder_.path(), "", 256 * mebi, 0};
    }
    bool empty() const { return std::filesystem::is_empty(place().directory); }

  private:
    std::optional<MemoryPlace> memory_ = MemoryPlace::make();
    fakes::TemporaryFolder folder_;
};

class EachTree : public testing::TestWithParam<const char*> {};

TEST_P(EachTree, MeasuresCountsAndLeavesNothing) {
    const Place folder;
    const auto workload = make_workload(GetParam()).value();
    ASSERT_FALSE(workload->unsuitable(folder.place()));
    WorkloadSettings settings;
    settings.length = 100ms;
    settings.files = 400;
    const auto result = workload->run(folder.place(), settings);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_GT(result->value, 0);
    const auto& phase = result->phases.at(0);
    EXPECT_GT(phase.operations, 0);
    EXPECT_EQ(phase.latencies.total(), phase.operations);
    EXPECT_GE(phase.seconds, phase.sync_seconds);
    EXPECT_TRUE(folder.empty());
}

TEST_P(EachTree, TwoHundredAndFiftySixThreadsWorkAtOnce) {
    const Place folder;
    WorkloadSettings settings;
    settings.length = 100ms;
    settings.threads = 256;
    settings.files = 512;
    const auto result = make_workload(GetParam()).value()->run(folder.place(), settings);
    ASSERT_TRUE(result) << result.error().message;
    EXPECT_TRUE(folder.empty());
}

TEST_P(EachTree, IsInterruptedAndCleansUp) {
    const Place folder;
    std::stop_source stop;
    WorkloadSettings settings;
    settings.length = 1h;
    settings.stop = stop.get_token();
    const std::jthread later([&] {
        std::this_thread::sleep_for(100ms);
        stop.request_stop();
    });
    auto place = folder.place();
    place.free_bytes = 4096 * mebi;  // more files than are made by then
    const auto result = make_workload(GetParam()).value()->run(place, settings);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::interrupted);
    EXPECT_TRUE(folder.empty());
}

TEST_P(EachTree, ALittleRoomIsToldBeforeAnythingIsDone) {
    const Place folder;
    auto place = folder.place();
    place.free_bytes = mebi;
    const auto reason = make_workload(GetParam()).value()->unsuitable(place);
    ASSERT_TRUE(reason);
    EXPECT_NE(reason->find("MiB"), std::string::npos);
}

TEST(Trees, MoreFilesThanFitAreAnErrorAndNotFewerFiles) {
    for (const char* name : {"create", "mail", "file-server", "send", "send-fsync"}) {
        const Place folder;
        WorkloadSettings settings;
        settings.length = 100ms;
        settings.files = 1'000'000;
        const auto result = make_workload(name).value()->run(folder.place(), settings);
        ASSERT_FALSE(result) << name;
        EXPECT_EQ(result.error().code, ErrorCode::usage);
        EXPECT_NE(result.error().message.find("1000000 files"), std::string::npos);
        EXPECT_TRUE(folder.empty());
    }
}

INSTANTIATE_TEST_SUITE_P(All, EachTree, testing::Values("create", "mail", "file-server", "db-log"),
                         [](const auto& name) {
                             std::string text = name.param;
                             std::erase(text, '-');
                             return text;
                         });

// A hundred thousand is far more than there is time for; fewer are exactly as many as asked.
TEST(Send, SendsAsManyFilesAsAskedWithinTheSizeAsked) {
    const Place folder;
    WorkloadSettings settings;
    settings.length = 1h;
    settings.files = 600;
    settings.file_size = 1000;
    for (const auto* name : {"send", "send-fsync"}) {
        const auto result = make_workload(name).value()->run(folder.place(), settings);
        ASSERT_TRUE(result) << result.error().message;
        EXPECT_EQ(result->phases.at(0).operations, 600);
        EXPECT_NEAR(static_cast<double>(result->phases.at(0).bytes), 600 * 500.5, 600 * 50);
    }
}

// What one client of the file server leaves after some steps.
std::string office_after(std::uint64_t seed, int steps) {
    const fakes::TemporaryFolder folder;
    const auto directories = Directories::make({folder.path()}, "office", 1);
    WorkloadSettings settings;
    settings.seed = seed;
    const TreeJob job{1, 400, 65536, false};
    TreeHand hand(settings, 0, job.file_size);
    Office office(directories->at(0), directories->path(0), job, hand);
    EXPECT_TRUE(office.fill({}));
    Recorder recorder(SteadyClock::now(), SteadyClock::now() + 1h, {});
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(office.step(recorder));
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(directories->path(0))) {
        std::ostringstream data;
        data << std::ifstream(entry.path(), std::ios::binary).rdbuf();
        files[entry.path().filename()] = data.str();
    }
    std::string all;
    for (const auto& [name, data] : files) all += name + '\n' + data;
    return all;
}

TEST(FileServer, DoesTheSameForASeed) {
    const auto one = office_after(1, 300);
    EXPECT_GT(one.size(), 1 * mebi);
    EXPECT_EQ(one, office_after(1, 300));
    EXPECT_NE(one, office_after(2, 300));
}

TEST(CommitLog, EveryCommitIsInTheFileAndManyShareAFlush) {
    const fakes::TemporaryFolder folder;
    const auto path = folder.path() + "/log";
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    CommitLog log(fd, mebi);
    std::vector<std::thread> sessions;
    for (char c = 'a'; c < 'i'; ++c)
        sessions.emplace_back([&log, c] {
            const std::string record(100, c);
            for (int i = 0; i < 50; ++i) EXPECT_TRUE(log.commit(record.data(), record.size()));
        });
    for (auto& session : sessions) session.join();
    EXPECT_EQ(std::filesystem::file_size(path), 8 * 50 * 100);
    EXPECT_GE(log.flushes(), 50);
    EXPECT_LE(log.flushes(), 8 * 50);
    close(fd);
}

TEST(CommitLog, AFailedFlushIsToldToEverySession) {
    CommitLog log(-1, mebi);
    EXPECT_FALSE(log.commit("x", 1));
    EXPECT_FALSE(log.commit("x", 1));
}

TEST(SmallFile, ErrorsNameTheFile) {
    const fakes::TemporaryFolder folder;
    const auto directories = Directories::make({folder.path()}, "d", 1);
    ASSERT_TRUE(write_new(directories->at(0), "one", "abc", 3, true));
    ASSERT_TRUE(append(directories->at(0), "one", "def", 3, false));
    char buffer[8];
    EXPECT_EQ(read_whole(directories->at(0), "one", buffer, sizeof buffer).value(), 6);
    EXPECT_NE(write_new(directories->at(0), "one", "abc", 3, false).error().message.find("one"),
              std::string::npos);
    EXPECT_NE(remove(directories->at(0), "two").error().message.find("two"), std::string::npos);
}

TEST(Directories, AreRemovedUnlessThePlaceIsThrownAway) {
    const fakes::TemporaryFolder folder;
    for (const bool disposable : {false, true}) {
        WorkloadPlace place{folder.path()};
        place.disposable = disposable;
        { ASSERT_TRUE(Directories::make(place, "d", 2)); }
        EXPECT_EQ(std::filesystem::exists(folder.path() + "/d1"), disposable);
    }
}

}  // namespace
}  // namespace fstune::probes
