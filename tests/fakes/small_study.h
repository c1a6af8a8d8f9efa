// A small study on fakes: two filesystems, a few parameters, one of which matters.
#pragma once

#include "tests/fakes/fake_trial_runner.h"
#include "tests/fakes/silent_observer.h"
#include "tuner/store/memory_study_store.h"
#include "tuner/study/study.h"

namespace fstune::test {

inline knowledge::Parameter levels(const std::string& filesystem, const std::string& field,
                                   std::vector<std::int64_t> values, std::int64_t usual) {
    knowledge::Parameter parameter;
    parameter.name = filesystem + "." + field;
    parameter.field = field;
    parameter.filesystem = filesystem;
    parameter.domain = knowledge::LevelsDomain{std::move(values)};
    parameter.default_value = usual;
    return parameter;
}

inline search::Space small_space() {
    return {{"ext4", "xfs"},
            {levels("ext4", "inode", {128, 256, 512}, 256), levels("xfs", "agcount", {2, 4, 8}, 4),
             levels("xfs", "log", {10, 64, 128}, 10)}};
}

inline std::int64_t number(const knowledge::Configuration& configuration, const std::string& name,
                           std::int64_t usual) {
    const auto found = configuration.values.find(name);
    return found == configuration.values.end() ? usual : std::get<std::int64_t>(found->second);
}

// xfs with a log of 128 is 40 % better than with its default; nothing else matters.
inline double hill(const knowledge::Configuration& configuration) {
    if (configuration.filesystem == "ext4") return 90;
    return number(configuration, "xfs.log", 10) == 128 ? 140 : 100;
}
inline double plain(const knowledge::Configuration&) { return 100; }

struct SmallStudy {
    explicit SmallStudy(Landscape landscape) : runner(clock, std::move(landscape)) {}

    Result<tuner::Conclusion> run(tuner::StudyStore& in) {
        return tuner::run_study(plan, {in, runner, clock, observer, stop.get_token()},
                                [this](const tuner::Goal&, auto) -> Result<std::optional<double>> {
                                    clock.move(1);
                                    return 200.0;
                                });
    }
    Result<tuner::Conclusion> run() { return run(store); }

    FakeClock clock;
    FakeTrialRunner runner;
    SilentObserver observer;
    tuner::MemoryStudyStore store;
    std::stop_source stop;
    tuner::StudyPlan plan{.goal = tuner::goals().front(),
                          .space = small_space(),
                          .left_out = {},
                          .starting_points = {},
                          .budget = {.seconds = 180, .trials = {}}};
};

}  // namespace fstune::test
