// Every effect of a few trials is made to fail once, before and after it has happened: the host is
// afterwards as it was before, and what was not concerned is measured.
#include <gtest/gtest.h>

#include "knowledge/catalogue.h"
#include "tests/fakes/fake_host.h"
#include "tests/fakes/fake_workload.h"

namespace fstune {
namespace {

using fakes::Effects;
using fakes::FakeHost;

const std::vector<knowledge::Configuration> configurations = {
    {"ext4", {}},
    {"xfs", {{"queue.scheduler", std::string("none")}, {"queue.read_ahead_kb", std::int64_t{512}}}},
    {"btrfs", {{"queue.read_ahead_kb", std::int64_t{1024}}}},
};

struct Counts {
    int measured = 0, failed = 0, errors = 0;
};

// All trials, going on after errors as a study that is resumed does.
Counts run_trials(FakeHost& host) {
    fakes::FakeWorkload workload;
    const auto parameters = knowledge::catalogue("queue").value();
    const auto runner = host.runner(workload, parameters);
    Counts counts;
    for (const auto& configuration : configurations) {
        const auto outcome = runner->run({.configuration = configuration});
        if (!outcome)
            ++counts.errors;
        else if (std::holds_alternative<knowledge::Failure>(*outcome))
            ++counts.failed;
        else
            ++counts.measured;
    }
    return counts;
}

TEST(EveryEffect, WithoutFaultsAllIsMeasuredAndNothingLeft) {
    FakeHost host;
    const auto before = host.state();
    const auto counts = run_trials(host);
    EXPECT_EQ(counts.measured, 3);
    EXPECT_EQ(host.state(), before);
    EXPECT_GT(host.effects.count, 20);
}

TEST(EveryEffect, MayFailAndNothingIsLeft) {
    FakeHost counting;
    run_trials(counting);
    for (const auto how : {Effects::Fails::undone, Effects::Fails::done}) {
        for (std::int64_t nth = 1; nth <= counting.effects.count; ++nth) {
            FakeHost host;
            const auto before = host.state();
            host.effects.fail_at = nth;
            host.effects.how = how;
            const auto counts = run_trials(host);
            EXPECT_EQ(host.state(), before) << "effect " << nth;
            EXPECT_EQ(counts.measured + counts.failed + counts.errors, 3);
            EXPECT_LE(counts.failed + counts.errors, 1) << "effect " << nth;
        }
    }
}

}  // namespace
}  // namespace fstune
