#include "knowledge/catalogue.h"

#include <gtest/gtest.h>

#include "knowledge/catalogue/default_rules.h"
#include "knowledge/catalogue/entry.h"
#include "knowledge/command_lines.h"

namespace fstune::knowledge {
namespace {

constexpr std::uint64_t gibi = std::uint64_t{1} << 30;

SpaceRequest request_for(std::vector<std::string> filesystems,
                         std::set<Risk> allowed = {Risk::safe}) {
    SpaceRequest request;
    request.filesystems = std::move(filesystems);
    request.allowed = std::move(allowed);
    request.device.size = 2 * gibi;
    request.device.queue.schedulers = {"none", "mq-deadline"};
    request.device.queue.scheduler = "none";
    request.device.queue.read_ahead_kb = 128;
    request.device.queue.nr_requests = 128;
    return request;
}

const Parameter* find(const ApplicableParameters& space, const std::string& name) {
    for (const auto& parameter : space.parameters)
        if (parameter.name == name) return &parameter;
    return nullptr;
}

TEST(Catalogue, EveryRowSaysWhatItIsAndWhereThatIsWritten) {
    ASSERT_FALSE(entries().empty());
    for (const auto& entry : entries()) {
        const auto& parameter = entry.parameter;
        EXPECT_FALSE(parameter.source.empty()) << parameter.name;
        EXPECT_FALSE(parameter.summary.empty()) << parameter.name;
        const bool number = std::holds_alternative<LevelsDomain>(parameter.domain) ||
                            std::holds_alternative<IntegerDomain>(parameter.domain);
        EXPECT_EQ(number, parameter.unit != Unit::none) << parameter.name << ": unit";
        EXPECT_TRUE(parameter.risk.empty() || !parameter.loses.empty()) << parameter.name;
        EXPECT_TRUE(entry.searched || !entry.not_searched.empty()) << parameter.name;
        EXPECT_TRUE(entry.default_rule.empty() || default_by_rule(entry.default_rule, {}, {}))
            << parameter.name;
        for (const auto& condition : parameter.conditions)
            EXPECT_NE(find_entry(condition.parameter), nullptr) << parameter.name;
    }
}

TEST(Catalogue, ABrokenFileNamesTheRow) {
    const auto rows =
        read_catalogue_file("odd.json", R"({"filesystem":"odd","parameters":[{"field":"x"}]})");
    ASSERT_FALSE(rows);
    EXPECT_EQ(rows.error().code, ErrorCode::bad_input);
    EXPECT_NE(rows.error().message.find("odd.json: x"), std::string::npos);
    EXPECT_FALSE(read_catalogue_file("odd.json", "{"));
}

TEST(ApplicableParameters, LeavesOutWhatIsNotSafeAndSaysSo) {
    const auto safe = applicable_parameters(request_for({"ext4"})).value();
    const auto* data = find(safe, "ext4.data");
    ASSERT_NE(data, nullptr);
    EXPECT_EQ(std::get<ChoiceDomain>(data->domain).values,
              (std::vector<Value>{"ordered", "journal"}));
    EXPECT_EQ(find(safe, "ext4.has_journal"), nullptr);
    EXPECT_EQ(find(safe, "ext4.cluster_size"), nullptr) << "bigalloc is not allowed";
    bool told = false;
    for (const auto& left : safe.left_out)
        told |= left.parameter == "ext4.data" && left.value == "writeback" &&
                left.reason.starts_with("durability");
    EXPECT_TRUE(told);

    const auto all = applicable_parameters(
                         request_for({"ext4"}, {Risk::safe, Risk::durability, Risk::compatibility}))
                         .value();
    EXPECT_NE(find(all, "ext4.has_journal"), nullptr);
    EXPECT_NE(find(all, "ext4.cluster_size"), nullptr);
}

TEST(ApplicableParameters, OffersOnlySchedulersThatTheKernelLists) {
    const auto space = applicable_parameters(request_for({"xfs"})).value();
    const auto* scheduler = find(space, "queue.scheduler");
    ASSERT_NE(scheduler, nullptr);
    EXPECT_EQ(std::get<ChoiceDomain>(scheduler->domain).values,
              (std::vector<Value>{"none", "mq-deadline"}));
}

TEST(ApplicableParameters, NeverOffersBlocksBelowThePhysicalBlock) {
    auto request = request_for({"xfs"});
    request.device.queue.physical_block_size = 4096;
    const auto space = applicable_parameters(request).value();
    EXPECT_EQ(find(space, "xfs.block_size"), nullptr);
}

TEST(CommandLines, TheControlIsThePlainCommand) {
    const auto lines = command_lines({}, {"xfs", {}}, "/dev/sdx", Purpose::production).value();
    EXPECT_EQ(lines.mkfs, (std::vector<std::string>{"mkfs.xfs", "-f", "/dev/sdx"}));
    EXPECT_EQ(lines.mount_options, "");
    EXPECT_TRUE(lines.queue.empty());
}

TEST(CommandLines, OptionsOfOneFlagAreJoined) {
    const Configuration configuration{
        "ext4", {{"ext4.stride", std::int64_t{16}}, {"ext4.stripe_width", std::int64_t{64}}}};
    const auto production = command_lines({}, configuration, "d", Purpose::production).value();
    EXPECT_EQ(production.mkfs, (std::vector<std::string>{"mkfs.ext4", "-q", "-F", "-E",
                                                         "stride=16,stripe_width=64", "d"}));
    const auto probe = command_lines({}, configuration, "d", Purpose::probe).value();
    EXPECT_EQ(probe.mkfs[4],
              "lazy_itable_init=0,lazy_journal_init=0,nodiscard,stride=16,stripe_width=64");
}

TEST(CommandLines, ALevelGoesBehindItsKind) {
    const Configuration zstd{
        "btrfs", {{"btrfs.compress", "zstd"}, {"btrfs.compress_level", std::int64_t{6}}}};
    EXPECT_EQ(command_lines({}, zstd, "d", Purpose::production)->mount_options, "compress=zstd:6");
    const Configuration alone{"btrfs", {{"btrfs.compress_level", std::int64_t{6}}}};
    EXPECT_FALSE(command_lines({}, alone, "d", Purpose::production));
}

TEST(CommandLines, RefusesAClusterWithoutBigalloc) {
    const Configuration alone{"ext4", {{"ext4.cluster_size", std::int64_t{65536}}}};
    const auto lines = command_lines({}, alone, "d", Purpose::probe);
    ASSERT_FALSE(lines);
    EXPECT_NE(lines.error().message.find("bigalloc"), std::string::npos);
}

TEST(CommandLines, TheSchedulerIsWrittenFirst) {
    const Configuration queue{
        "xfs", {{"queue.nr_requests", std::int64_t{64}}, {"queue.scheduler", "mq-deadline"}}};
    const auto lines = command_lines({}, queue, "d", Purpose::production).value();
    ASSERT_EQ(lines.queue.size(), 2u);
    EXPECT_EQ(lines.queue[0].attribute, "scheduler");
}

TEST(NotApplied, TellsWhatTheKernelMadeOfAValue) {
    const Configuration odd{"xfs", {{"xfs.allocsize", std::int64_t{3} << 20}}};
    const auto missing = not_applied({}, odd, {"rw,relatime,allocsize=1024k", "", {}});
    ASSERT_EQ(missing.size(), 1u);
    EXPECT_NE(missing[0].find("1048576"), std::string::npos);
    EXPECT_TRUE(not_applied({}, odd, {"rw,allocsize=3072k", "", {}}).empty());
}

TEST(NotApplied, ReadsTheQueueInItsOwnForm) {
    const Configuration queue{
        "xfs", {{"queue.scheduler", "bfq"}, {"queue.read_ahead_kb", std::int64_t{512}}}};
    EXPECT_TRUE(not_applied({}, queue,
                            {"", "", {{"scheduler", "none [bfq]\n"}, {"read_ahead_kb", "512\n"}}})
                    .empty());
    EXPECT_EQ(not_applied({}, queue, {"", "", {{"scheduler", "[none] bfq\n"}}}).size(), 2u);
}

}  // namespace
}  // namespace fstune::knowledge
