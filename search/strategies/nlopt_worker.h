// NLopt owns its loop and calls the function; here a thread of its own turns that around, so that
// points come out and values go in. Deterministic for a seed: NLopt's generator belongs to the
// thread and is seeded in it.
//
// Threads: one caller at a time; the thread ends with the object.
// Effects: one thread.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace fstune::search {

class NloptWorker {
  public:
    // Maximizes over [0, 1] in each dimension, from `start`. Algorithms as in strategies.h.
    NloptWorker(const std::string& algorithm, std::vector<double> start, std::uint64_t seed);
    ~NloptWorker();
    NloptWorker(const NloptWorker&) = delete;
    NloptWorker& operator=(const NloptWorker&) = delete;

    // The point that waits for its value; nothing once the algorithm has ended. The same point
    // until answer() is called.
    std::optional<std::vector<double>> point();
    void answer(double value);

  private:
    enum class State { working, waiting, answered, ended, stopping };

    void run(const std::string& algorithm, std::vector<double> start, std::uint64_t seed);
    double evaluate(const std::vector<double>& point);

    std::mutex mutex_;
    std::condition_variable changed_;
    State state_ = State::working;
    std::vector<double> point_;
    double value_ = 0;
    std::thread thread_;
};

}  // namespace fstune::search
