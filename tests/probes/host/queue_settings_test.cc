#include "probes/host/queue_settings.h"

#include <gmock/gmock.h>

#include "tests/fakes/fake_queue.h"

namespace fstune::probes {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(QueueSettings, AreWrittenDownBeforeTheFirstChange) {
    fakes::FakeQueue files;
    fakes::FakeLedger ledger;
    QueueSettings queue(files, ledger, "sda");
    ledger.broken = true;
    EXPECT_FALSE(queue.set("read_ahead_kb", "4096"));
    EXPECT_EQ(files.values["read_ahead_kb"], "128");
    ledger.broken = false;
    ASSERT_TRUE(queue.set("read_ahead_kb", "4096"));
    EXPECT_THAT(ledger.recorded, Contains(QueueValue{"read_ahead_kb", "128"}));
    EXPECT_THAT(ledger.recorded, Contains(QueueValue{"scheduler", "mq-deadline"}));
    const auto count = ledger.recorded.size();
    ASSERT_TRUE(queue.set("scheduler", "none"));
    EXPECT_EQ(ledger.recorded.size(), count);
}

TEST(QueueSettings, ComeBackThoughAnotherSchedulerResetsSome) {
    fakes::FakeQueue files;
    files.values["nr_requests"] = "77";
    const auto before = files.values;
    fakes::FakeLedger ledger;
    QueueSettings queue(files, ledger, "sda");
    ASSERT_TRUE(queue.set("scheduler", "none"));
    ASSERT_TRUE(queue.set("read_ahead_kb", "8"));
    ASSERT_TRUE(queue.set("custom", "1"));
    EXPECT_NE(files.values, before);
    ASSERT_TRUE(queue.restore());
    EXPECT_EQ(files.values, before);
}

TEST(QueueSettings, ComeBackThoughAnotherRequestSizeResetsReadAhead) {
    fakes::FakeQueue files;
    files.values["read_ahead_kb"] = "0";
    const auto before = files.values;
    fakes::FakeLedger ledger;
    QueueSettings queue(files, ledger, "sda");
    ASSERT_TRUE(queue.set("max_sectors_kb", "64"));
    EXPECT_NE(files.values["read_ahead_kb"], "0");
    ASSERT_TRUE(queue.restore());
    EXPECT_EQ(files.values, before);
}

TEST(QueueSettings, SayWhatCannotBePutBackAndRestoreTheRest) {
    fakes::FakeQueue files;
    fakes::FakeLedger ledger;
    QueueSettings queue(files, ledger, "sda");
    ASSERT_TRUE(queue.set("scheduler", "none"));
    ASSERT_TRUE(queue.set("read_ahead_kb", "8"));
    files.refuses = "scheduler";
    const auto done = queue.restore();
    ASSERT_FALSE(done);
    EXPECT_THAT(done.error().message, HasSubstr("scheduler"));
    EXPECT_EQ(files.values["read_ahead_kb"], "128");
}

TEST(QueueSettings, TakeOnlyNames) {
    fakes::FakeQueue files;
    fakes::FakeLedger ledger;
    QueueSettings queue(files, ledger, "sda");
    EXPECT_EQ(queue.set("../../../etc/passwd", "x").error().code, ErrorCode::usage);
}

}  // namespace
}  // namespace fstune::probes
