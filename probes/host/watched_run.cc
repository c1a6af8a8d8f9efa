#include "probes/host/watched_run.h"

#include <fmt/format.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

namespace fstune::probes {

namespace {

// Outlives the waiting side where the workload does not come back.
class Answer {
  public:
    void give(Result<WorkloadResult> result) {
        const std::lock_guard lock(mutex_);
        result_ = std::move(result);
        given_.notify_all();
    }
    bool wait(std::chrono::milliseconds time) {
        std::unique_lock lock(mutex_);
        return given_.wait_for(lock, time, [&] { return result_.has_value(); });
    }
    Result<WorkloadResult> take() {
        const std::lock_guard lock(mutex_);
        return std::move(*result_);
    }

  private:
    std::mutex mutex_;
    std::condition_variable given_;
    std::optional<Result<WorkloadResult>> result_;
};

double seconds(std::chrono::milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

Result<WorkloadResult> run_watched(Workload& workload, const WorkloadPlace& place,
                                   WorkloadSettings settings, const WatchedLimits& limits) {
    std::stop_source stop;
    const std::stop_callback chained(settings.stop, [&stop] { stop.request_stop(); });
    settings.stop = stop.get_token();
    const auto answer = std::make_shared<Answer>();
    std::thread runner(
        [&workload, place, settings, answer] { answer->give(workload.run(place, settings)); });
    if (answer->wait(limits.deadline)) {
        runner.join();
        return answer->take();
    }
    stop.request_stop();
    if (answer->wait(limits.grace)) {
        runner.join();
        return fail(ErrorCode::timed_out,
                    fmt::format("the workload {} did not end within {} s and was stopped",
                                workload.name(), seconds(limits.deadline)));
    }
    runner.detach();
    return fail(ErrorCode::timed_out,
                fmt::format("the workload {} did not end within {} s and cannot be killed (stuck "
                            "in the kernel on {}); look at dmesg for the device's errors",
                            workload.name(), seconds(limits.deadline), place.device));
}

}  // namespace fstune::probes
