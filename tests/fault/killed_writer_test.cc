// A whole small study on the real store, killed with SIGKILL right before and right after each
// write, through calibration, search, confirmation and simplification; gone on with, it ends with
// the trials of a study that nobody killed.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/fakes/small_study.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/store/sqlite_study_store.h"
#include "tuner/store/trial_json.h"

namespace fstune {
namespace {

enum class Moment { before, after };

// Passes on, and kills its process at the Nth write.
class KillingStore : public tuner::StudyStore {
  public:
    KillingStore(tuner::StudyStore& inner, int nth, Moment moment)
        : inner_(inner), left_(nth), moment_(moment) {}
    Result<void> begin(const tuner::StudyHeader& header) override {
        return write([&] { return inner_.begin(header); });
    }
    Result<tuner::StudyHeader> header() const override { return inner_.header(); }
    Result<void> intend(const tuner::Intention& intention) override {
        return write([&] { return inner_.intend(intention); });
    }
    Result<void> finish(std::int64_t id, const knowledge::Outcome& outcome,
                        double elapsed) override {
        return write([&] { return inner_.finish(id, outcome, elapsed); });
    }
    Result<std::vector<tuner::StoredTrial>> trials(std::int64_t after,
                                                   std::size_t at_most) const override {
        return inner_.trials(after, at_most);
    }
    Result<std::int64_t> count() const override { return inner_.count(); }
    Result<std::optional<tuner::Intention>> unfinished() const override {
        return inner_.unfinished();
    }
    Result<void> keep(const std::string& name, const std::string& text) override {
        return write([&] { return inner_.keep(name, text); });
    }
    Result<std::optional<std::string>> kept(const std::string& name) const override {
        return inner_.kept(name);
    }
    int writes = 0;

  private:
    template <typename Write>
    Result<void> write(Write doing) {
        ++writes;
        --left_;
        if (left_ == 0 && moment_ == Moment::before) kill(getpid(), SIGKILL);
        auto done = doing();
        if (left_ == 0) kill(getpid(), SIGKILL);
        return done;
    }
    tuner::StudyStore& inner_;
    int left_;
    Moment moment_;
};

// The noise is none, and no time passes beside the trials, so that each run is told the same.
struct Study {
    Study() : small({.value = test::hill, .noise = 0, .overhead = 0.5}) {
        small.plan.strategy = "random";
        small.plan.budget = {.seconds = 1e6, .trials = 60};
    }
    Result<tuner::Conclusion> run(tuner::StudyStore& store) {
        return tuner::run_study(
            small.plan, {store, small.runner, small.clock, small.observer, small.stop.get_token()},
            [](const auto&, auto) -> Result<std::optional<double>> { return 200.0; });
    }
    test::SmallStudy small;
};

std::vector<std::string> trials_of(const tuner::StudyStore& store) {
    std::vector<std::string> all;
    const auto kept = store.trials(0, 100'000).value();
    for (const auto& trial : kept) {
        auto json = tuner::trial_json(trial);
        json.erase("elapsed_seconds");
        all.push_back(json.dump());
    }
    return all;
}

void forget(const std::string& path) {
    for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
}

// Whether it was killed; false: it came to its end before that.
bool killed(const std::string& path, int nth, Moment moment) {
    const auto pid = fork();
    if (pid == 0) {
        const auto file = tuner::SqliteStudyStore::create(path);
        KillingStore store(**file, nth, moment);
        _exit(store.begin({}) && Study().run(store) ? 0 : 1);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

TEST(KilledWriter, AtEachWriteLosesNothing) {
    const fakes::TemporaryFolder folder(fakes::memory_parent());
    const auto path = folder.path() + "/study";
    std::vector<std::string> reference;
    int writes = 0;
    {
        const auto file = tuner::SqliteStudyStore::create(path).value();
        KillingStore store(*file, -1, Moment::before);
        ASSERT_TRUE(store.begin({}));
        const auto done = Study().run(store);
        ASSERT_TRUE(done) << done.error().message;
        ASSERT_TRUE(done->simplified) << "the last phase has to be among what is killed";
        reference = trials_of(*file);
        writes = store.writes;
    }
    forget(path);
    for (int nth = 2; nth <= writes; ++nth)  // the first begins the study: nothing to go on with
        for (const auto moment : {Moment::before, Moment::after}) {
            SCOPED_TRACE(testing::Message() << "write " << nth << " of " << writes);
            ASSERT_TRUE(killed(path, nth, moment));
            {
                const auto store = tuner::SqliteStudyStore::open(path);
                ASSERT_TRUE(store) << store.error().message;
                const auto known = trials_of(**store);
                ASSERT_LE(known.size(), reference.size());
                ASSERT_TRUE(std::equal(known.begin(), known.end(), reference.begin()));
                const auto done = Study().run(**store);
                ASSERT_TRUE(done) << done.error().message;
                ASSERT_EQ(trials_of(**store), reference);
            }
            forget(path);
        }
    RecordProperty("kills", std::to_string(2 * (writes - 1)));
}

}  // namespace
}  // namespace fstune
