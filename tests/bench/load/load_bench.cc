// A study of 100,000 trials: how long `fstune studies`, `fstune export` and `--resume` take, and
// how much memory. Needs root and a loop device. The study is begun by the program itself on a loop
// device; its search is then filled up with trials that mix the values it has tried.
//   load_bench [--trials N] [--strategy NAME]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <thread>

#include "probes/host/posix_process.h"
#include "tests/bench/load/timed_process.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::bench {

namespace {

namespace fs = std::filesystem;
using tuner::SqliteStudyStore;

// Ends the program: a benchmark has nobody to answer to.
template <typename T>
T need(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
}

// On a file in memory, so that the machine's disk is not what is measured.
class Scratch {
  public:
    Scratch() {
        std::string pattern = "/dev/shm/fstune-load.XXXXXX";
        if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no folder in /dev/shm");
        folder = pattern;
        const auto disk = folder + "/disk";
        std::ofstream(disk).close();
        fs::resize_file(disk, 256 << 20);
        auto found = need(process_.run({.argv = {"losetup", "-f", "--show", "--", disk}}));
        device = found.out.substr(0, found.out.find('\n'));
        if (device.empty()) throw std::runtime_error("no loop device: " + found.err);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        (void)process_.run({.argv = {"losetup", "-d", device}});
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    std::string folder, device;

  private:
    probes::PosixProcess process_;
};

std::vector<std::string> program(std::vector<std::string> arguments) {
    const auto beside = fs::read_symlink("/proc/self/exe").parent_path() / "fstune";
    arguments.insert(arguments.begin(), beside);
    return arguments;
}

// Until the search is under way, so that all before it is real.
void begin_study(const Scratch& scratch, const std::string& study, const std::string& strategy) {
    TimedProcess run(
        program({"--device", scratch.device, "--goal", "create", "--fs", "ext4", "--budget", "60s",
                 "--trials", "1000000", "--study", study, "--strategy", strategy, "--quiet"}),
        scratch.folder + "/log");
    while (run.runs()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        const auto store = SqliteStudyStore::open(study, SqliteStudyStore::Use::read);
        if (!store) continue;
        const auto trials = need((*store)->trials(0, 1000));
        const auto searched = std::ranges::count_if(trials, [](const auto& trial) {
            return trial.intention.phase == knowledge::Phase::search;
        });
        if (searched >= 12) break;
    }
    run.interrupt();
    run.wait();
}

knowledge::Measurement measurement(double value) {
    knowledge::Measurement measured;
    measured.value = value;
    measured.samples.assign(10, value);
    for (const auto* name : {"device_reads", "device_writes", "extents_per_file", "latency_p50",
                             "latency_p99", "mean_queue", "written_per_byte"})
        measured.metrics[name] = value / 3;
    measured.seconds = {{"mkfs", 0.05}, {"mount", 0.01}, {"probe", 0.4}, {"unmount", 0.02}};
    return measured;
}

// Each value of each parameter that was tried, mixed at random.
class Mixer {
  public:
    explicit Mixer(const std::vector<tuner::StoredTrial>& trials) {
        for (const auto& trial : trials)
            for (const auto& [name, value] : trial.intention.configuration.values)
                seen_[name].insert(value);
    }
    knowledge::Configuration next() {
        knowledge::Configuration mixed{"ext4", {}};
        for (const auto& [name, values] : seen_) {
            const auto pick = random_() % (values.size() + 1);
            if (pick < values.size())
                mixed.values[name] = *std::next(values.begin(), static_cast<long>(pick));
        }
        return mixed;
    }
    double value() { return std::lognormal_distribution<>(9, 0.1)(random_); }

  private:
    std::map<std::string, std::set<knowledge::Value>> seen_;
    std::mt19937_64 random_{5};
};

void fill_up(const std::string& study, std::int64_t trials) {
    const auto store = need(SqliteStudyStore::open(study));
    if (const auto open = need(store->unfinished()))
        need(store->finish(open->id, measurement(1), 1e-6));
    const auto real = need(store->trials(0, 1000));
    Mixer mixer(real);
    for (auto id = real.back().intention.id + 1; id <= trials; ++id) {
        need(store->intend({.id = id,
                            .phase = knowledge::Phase::search,
                            .configuration = mixer.next(),
                            .left = 1000}));
        const bool fails = id % 50 == 0;
        need(store->finish(id,
                           fails ? knowledge::Outcome(knowledge::Failure{
                                       knowledge::FailureKind::mkfs_refused, "mkfs said no"})
                                 : knowledge::Outcome(measurement(mixer.value())),
                           1e-6));
    }
}

void say(const std::string& what, const Used& used) {
    fmt::print("{:<10} {:6.2f} s {:6.0f} MiB\n", what, used.seconds, used.mebibytes);
    std::fflush(stdout);
}

// Until it makes a trial of its own.
Used resume(const Scratch& scratch, const std::string& study) {
    const auto store = need(SqliteStudyStore::open(study, SqliteStudyStore::Use::read));
    const auto log = scratch.folder + "/log";
    TimedProcess run(program({"--device", scratch.device, "--resume", study, "--wipe", "--quiet"}),
                     log);
    while (run.runs() && !need(store->unfinished()))
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const double until_then = run.seconds();
    if (!run.runs()) {
        std::ifstream in(log);
        throw std::runtime_error(std::string(std::istreambuf_iterator<char>(in), {}));
    }
    run.interrupt();
    auto used = run.wait();
    used.seconds = until_then;
    return used;
}

void measure(std::int64_t trials, const std::string& strategy) {
    const Scratch scratch;
    const auto folder = scratch.folder + "/state/fstune", study = folder + "/load.study";
    fs::create_directories(folder);
    begin_study(scratch, study, strategy);
    fill_up(study, trials);
    fmt::print("{} trials, strategy {}, {:.0f} MiB on disk\n", trials, strategy,
               static_cast<double>(fs::file_size(study)) / (1 << 20));
    say("export", TimedProcess(program({"export", study}), scratch.folder + "/export.json").wait());
    say("resume", resume(scratch, study));
    // As root, studies looks into a folder of the system's: what it does for each is this.
    say("compare", TimedProcess(program({"compare", study}), scratch.folder + "/log").wait());
}

}  // namespace

}  // namespace fstune::bench

int main(int argc, char** argv) {
    CLI::App app("How much a long study costs");
    std::int64_t trials = 100'000;
    std::string strategy = "auto";
    app.add_option("--trials", trials);
    app.add_option("--strategy", strategy);
    CLI11_PARSE(app, argc, argv);
    try {
        fstune::bench::measure(trials, strategy);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "load_bench: {}\n", problem.what());
        return 1;
    }
    return 0;
}
