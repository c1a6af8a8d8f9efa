#include "probes/host/watched_run.h"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "tests/fakes/fake_workload.h"

namespace fstune::probes {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class Obedient : public fakes::FakeWorkload {
  public:
    Result<WorkloadResult> run(const WorkloadPlace&, const WorkloadSettings& settings) override {
        while (!settings.stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return fail(ErrorCode::interrupted, "stopped");
    }
};

TEST(WatchedRun, GivesWhatTheWorkloadGives) {
    fakes::FakeWorkload workload;
    EXPECT_EQ(run_watched(workload, {}, {}, {})->value, 100);
    workload.error = Error{ErrorCode::failed, "broke"};
    EXPECT_EQ(run_watched(workload, {}, {}, {}).error().message, "broke");
}

TEST(WatchedRun, StopsAWorkloadAtItsDeadline) {
    Obedient workload;
    const auto result = run_watched(workload, {}, {}, {.deadline = 50ms, .grace = 20s});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::timed_out);
    EXPECT_THAT(result.error().message, HasSubstr("was stopped"));
}

TEST(WatchedRun, PassesOnThatTheUserStops) {
    Obedient workload;
    std::stop_source user;
    WorkloadSettings settings;
    settings.stop = user.get_token();
    std::jthread later([&] {
        std::this_thread::sleep_for(50ms);
        user.request_stop();
    });
    EXPECT_EQ(run_watched(workload, {}, settings, {}).error().code, ErrorCode::interrupted);
}

TEST(WatchedRun, LeavesBehindWhatDoesNotStop) {
    std::atomic<bool> release = false, done = false;
    fakes::FakeWorkload workload;
    workload.during = [&] {
        while (!release) std::this_thread::sleep_for(1ms);
        done = true;
    };
    const auto result = run_watched(workload, {}, {}, {.deadline = 20ms, .grace = 20ms});
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error().message, HasSubstr("cannot be killed"));
    release = true;
    while (!done) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(20ms);  // it still reads the workload on its way out
}

}  // namespace
}  // namespace fstune::probes
