// Every effect of a whole small study is made to fail once, before and after it has happened: the
// host is afterwards as before, nothing that was known is lost, and the study, gone on with, ends
// with the same trials as one without faults.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "knowledge/catalogue.h"
#include "tests/fakes/fake_workload.h"
#include "tests/fakes/faulty_store.h"
#include "tests/fakes/silent_observer.h"
#include "tuner/store/trial_json.h"
#include "tuner/study/study.h"

namespace fstune {
namespace {

using fakes::Effects;

std::vector<knowledge::Parameter> two_queue_parameters() {
    std::vector<knowledge::Parameter> chosen;
    auto all = knowledge::catalogue("queue").value();
    for (auto& parameter : all) {
        if (parameter.field == "scheduler") {
            parameter.domain =
                knowledge::ChoiceDomain{{std::string("none"), std::string("mq-deadline")}};
            parameter.default_value = std::string("mq-deadline");
        } else if (parameter.field == "read_ahead_kb") {
            parameter.domain = knowledge::LevelsDomain{{128, 512, 1024}};
            parameter.default_value = std::int64_t{128};
        } else {
            continue;
        }
        chosen.push_back(parameter);
    }
    return chosen;
}

// A machine with a study in its store; run() is one run of the program.
class Machine {
  public:
    Machine() {
        workload_.during = [this] {
            host.clock.move(1);
            workload_.value = host.queue("read_ahead_kb") == "512\n" ? 140 : 100;
        };
    }
    Result<tuner::Conclusion> run() {
        const auto runner = host.runner(workload_, plan_.space.parameters());
        test::SilentObserver observer;
        return tuner::run_study(
            plan_, {store, *runner, host.clock, observer, {}},
            [](const auto&, auto) -> Result<std::optional<double>> { return 200.0; });
    }
    std::vector<std::string> trials() const {
        std::vector<std::string> kept;
        const auto trials = store.trials(0, 1000).value();
        for (const auto& trial : trials) {
            auto json = tuner::trial_json(trial);
            json.erase("elapsed_seconds");
            json.erase("seconds");
            kept.push_back(json.dump());
        }
        return kept;
    }

    fakes::FakeHost host;
    fakes::FaultyStore store{host.effects};

  private:
    fakes::FakeWorkload workload_;
    tuner::StudyPlan plan_{.goal = tuner::goals().front(),
                           .space = search::Space({"ext4"}, two_queue_parameters()),
                           .left_out = {},
                           .starting_points = {},
                           .budget = {.seconds = 3600, .trials = 16}};
};

bool any_failed(const Machine& machine) {
    const auto trials = machine.store.trials(0, 1000).value();
    for (const auto& trial : trials)
        if (std::holds_alternative<knowledge::Failure>(trial.outcome)) return true;
    return false;
}

bool no_default_worked(const Error& error) {
    return error.message.find("no filesystem could be measured") != std::string::npos &&
           error.message.find("made to fail: ") != std::string::npos;
}

bool says_why(const Error& error, const Machine& machine) {
    return error.message.find("made to fail: ") != std::string::npos ||
           (any_failed(machine) && no_default_worked(error));
}

void fail_nth(std::int64_t nth, Effects::Fails how, const std::vector<std::string>& reference) {
    Machine machine;
    const auto before = machine.host.state();
    machine.host.effects.fail_at = nth;
    machine.host.effects.how = how;
    const auto first = machine.run();
    ASSERT_EQ(machine.host.state(), before) << (first ? "" : first.error().message);
    // What ends a study says what failed.
    EXPECT_TRUE(first || says_why(first.error(), machine)) << (first ? "" : first.error().message);
    const auto known = machine.trials();

    machine.host.effects.fail_at = 0;
    const auto again = machine.run();
    EXPECT_EQ(machine.host.state(), before);
    const auto all = machine.trials();
    ASSERT_GE(all.size(), known.size());
    EXPECT_TRUE(std::equal(known.begin(), known.end(), all.begin()));
    // Gone on with, it comes to a conclusion, or to the end that the failed trial stands for.
    if (!again) {
        EXPECT_TRUE(no_default_worked(again.error())) << again.error().message;
        EXPECT_TRUE(any_failed(machine));
    }
    // A failed trial is an answer, after which a study may ask something else, or give up.
    if (any_failed(machine)) return;
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(all, reference);
}

TEST(EveryEffectOfAStudy, MayFailAndNothingIsLostOrLeft) {
    Machine reference;
    const auto done = reference.run();
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_GE(reference.trials().size(), 12u);
    EXPECT_FALSE(any_failed(reference));
    const auto effects = reference.host.effects.count;
    EXPECT_GT(effects, 150);
    for (const auto how : {Effects::Fails::undone, Effects::Fails::done})
        for (std::int64_t nth = 1; nth <= effects; ++nth) {
            SCOPED_TRACE(testing::Message() << "effect " << nth << " of " << effects);
            fail_nth(nth, how, reference.trials());
            if (HasFatalFailure()) return;
        }
    RecordProperty("effects", std::to_string(2 * effects));
}

}  // namespace
}  // namespace fstune
