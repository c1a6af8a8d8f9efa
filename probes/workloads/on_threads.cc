#include "probes/workloads/on_threads.h"

#include <fmt/format.h>

#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace fstune::probes {

namespace {

Result<void> first_problem(const std::vector<Result<void>>& results) {
    for (const auto& result : results)
        if (!result) return result;
    return {};
}

// As many as could be started; the caller joins them.
Result<void> start(std::vector<std::thread>& threads, std::size_t count,
                   const std::function<void(std::size_t)>& body) {
    threads.reserve(count);
    try {
        while (threads.size() < count) threads.emplace_back(body, threads.size());
    } catch (const std::system_error& problem) {
        return fail(ErrorCode::failed,
                    fmt::format("only {} of {} threads could be started ({}); see ulimit -u",
                                threads.size(), count, problem.what()));
    }
    return {};
}

void join(std::vector<std::thread>& threads) {
    for (auto& thread : threads) thread.join();
}

}  // namespace

Result<void> on_threads(std::size_t count, const std::function<Result<void>(std::size_t)>& task) {
    std::vector<Result<void>> results(count);
    std::vector<std::thread> threads;
    const auto started =
        start(threads, count, [&](std::size_t number) { results[number] = task(number); });
    join(threads);
    return started ? first_problem(results) : started;
}

Result<void> on_ready_threads(std::size_t count, const ReadyTasks& tasks) {
    std::vector<Result<void>> results(count);
    std::latch ready(static_cast<std::ptrdiff_t>(count)), go(1);
    bool wanted = true;
    std::vector<std::thread> threads;
    const auto started = start(threads, count, [&](std::size_t number) {
        results[number] = tasks.prepare(number);
        ready.count_down();
        go.wait();
        if (wanted) results[number] = tasks.run(number);
    });
    ready.count_down(static_cast<std::ptrdiff_t>(count - threads.size()));
    ready.wait();
    wanted = started && first_problem(results);
    if (wanted) tasks.begin();
    go.count_down();
    join(threads);
    return started ? first_problem(results) : started;
}

}  // namespace fstune::probes
