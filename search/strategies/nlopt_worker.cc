#include "search/strategies/nlopt_worker.h"

#include <nlopt.hpp>

namespace fstune::search {
namespace {

nlopt::algorithm algorithm_named(const std::string& name) {
    if (name == "direct-l-rand") return nlopt::GN_DIRECT_L_RAND;
    if (name == "crs2") return nlopt::GN_CRS2_LM;
    if (name == "isres") return nlopt::GN_ISRES;
    if (name == "esch") return nlopt::GN_ESCH;
    if (name == "bobyqa") return nlopt::LN_BOBYQA;
    return nlopt::LN_SBPLX;
}

constexpr double smallest_step = 1e-3;  // of a parameter's range: finer steps change nothing
constexpr int most_evaluations = 100'000;

}  // namespace

NloptWorker::NloptWorker(const std::string& algorithm, std::vector<double> start,
                         std::uint64_t seed)
    : thread_([this, algorithm, start = std::move(start), seed] { run(algorithm, start, seed); }) {}

NloptWorker::~NloptWorker() {
    {
        const std::lock_guard lock(mutex_);
        state_ = State::stopping;
    }
    changed_.notify_all();
    thread_.join();
}

std::optional<std::vector<double>> NloptWorker::point() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return state_ == State::waiting || state_ == State::ended; });
    if (state_ == State::ended) return std::nullopt;
    return point_;
}

void NloptWorker::answer(double value) {
    {
        const std::lock_guard lock(mutex_);
        if (state_ != State::waiting) return;
        value_ = value;
        state_ = State::answered;
    }
    changed_.notify_all();
}

// On the worker's thread: hands the point over and sleeps until its value is there.
double NloptWorker::evaluate(const std::vector<double>& point) {
    std::unique_lock lock(mutex_);
    if (state_ == State::stopping) throw nlopt::forced_stop();
    point_ = point;
    state_ = State::waiting;
    changed_.notify_all();
    changed_.wait(lock, [this] { return state_ == State::answered || state_ == State::stopping; });
    if (state_ == State::stopping) throw nlopt::forced_stop();
    state_ = State::working;
    return value_;
}

void NloptWorker::run(const std::string& algorithm, std::vector<double> start, std::uint64_t seed) {
    try {
        nlopt::srand(static_cast<unsigned long>(seed));
        nlopt::opt optimizer(algorithm_named(algorithm), static_cast<unsigned>(start.size()));
        optimizer.set_lower_bounds(0.0);
        optimizer.set_upper_bounds(1.0);
        optimizer.set_xtol_abs(smallest_step);
        optimizer.set_maxeval(most_evaluations);
        optimizer.set_max_objective(
            [](const std::vector<double>& x, std::vector<double>&, void* self) {
                return static_cast<NloptWorker*>(self)->evaluate(x);
            },
            this);
        double best = 0;
        optimizer.optimize(start, best);
    } catch (const std::exception&) {
        // forced_stop, or the algorithm gave up (roundoff, one-dimensional BOBYQA): either way
        // there is no further point, which is what `ended` says.
    }
    {
        const std::lock_guard lock(mutex_);
        if (state_ != State::stopping) state_ = State::ended;
    }
    changed_.notify_all();
}

}  // namespace fstune::search
