// The same task on several threads at once.
// Errors: the first that a thread gave; failed where the system has no more threads.
// Threads: starts `count` and joins them all, whatever happened.
#pragma once

#include <functional>

#include "knowledge/error.h"

namespace fstune::probes {

Result<void> on_threads(std::size_t count, const std::function<Result<void>(std::size_t)>& task);

// The same, where nobody begins before all are ready. `prepare` is not part of what is measured;
// `begin` is called once, when all are ready and the tasks may start. No task runs where a
// preparation failed.
struct ReadyTasks {
    std::function<Result<void>(std::size_t)> prepare;
    std::function<void()> begin;
    std::function<Result<void>(std::size_t)> run;
};
Result<void> on_ready_threads(std::size_t count, const ReadyTasks& tasks);

}  // namespace fstune::probes
