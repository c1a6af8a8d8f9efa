#include "knowledge/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>

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
        EXPECT_EQ(entry.read.from == ReadRule::From::nowhere, !entry.not_read.empty())
            << parameter.name << ": read back, or a reason why not";
        EXPECT_FALSE(parameter.default_rule.empty() && !entry.default_rule.empty())
            << parameter.name;
        for (const auto& constraint : parameter.constraints)
            EXPECT_TRUE(constraint.bound != Constraint::Bound::parameter ||
                        find_entry(constraint.parameter) != nullptr)
                << parameter.name << ": " << constraint.parameter;
        EXPECT_TRUE(parameter.goes_with.empty() || find_entry(parameter.goes_with) != nullptr);
        EXPECT_TRUE(entry.default_rule.empty() || default_by_rule(entry.default_rule, {}, {}))
            << parameter.name;
        for (const auto& condition : parameter.conditions)
            EXPECT_NE(find_entry(condition.parameter), nullptr) << parameter.name;
    }
}

// The default lies in its own domain wherever it is fixed, and risks name values that exist.
TEST(Catalogue, DefaultsAndRisksBelongToTheDomain) {
    const auto holds = [](const Parameter& parameter, const std::string& value) {
        if (const auto* levels = std::get_if<LevelsDomain>(&parameter.domain))
            return std::ranges::any_of(levels->values,
                                       [&](auto v) { return std::to_string(v) == value; });
        if (const auto* choice = std::get_if<ChoiceDomain>(&parameter.domain))
            return std::ranges::any_of(choice->values,
                                       [&](const auto& v) { return to_text(v) == value; });
        if (std::holds_alternative<BooleanDomain>(parameter.domain))
            return value == "on" || value == "off";
        return true;
    };
    for (const auto& entry : entries()) {
        const auto& parameter = entry.parameter;
        if (entry.default_rule.empty()) {
            EXPECT_TRUE(holds(parameter, to_text(parameter.default_value))) << parameter.name;
        }
        for (const auto& [value, risk] : parameter.risk)
            EXPECT_TRUE(holds(parameter, value)) << parameter.name << "=" << value;
        for (const auto& value : entry.outside)
            EXPECT_FALSE(!std::holds_alternative<IntegerDomain>(parameter.domain) &&
                         parameter.until.empty() && holds(parameter, to_text(value)))
                << parameter.name << "=" << to_text(value);
    }
}

TEST(Catalogue, HasAllFilesystemsAndTheQueue) {
    for (const auto* name :
         {"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "nilfs2", "jfs", "reiserfs", "queue"})
        EXPECT_TRUE(catalogue(name)) << name;
    EXPECT_GE(catalogue("")->size(), 120u);
    EXPECT_EQ(catalogue("zfs").error().code, ErrorCode::usage);
}

TEST(Catalogue, ASourceOrUnitThatIsMissingIsAnError) {
    const std::string row =
        R"("field":"x","stage":"mkfs","boolean":true,"default":false,"write":{},"summary":"s")";
    const auto file = [&](const std::string& more) {
        return read_catalogue_file("odd.json",
                                   R"({"filesystem":"odd","parameters":[{)" + row + more + "}]}");
    };
    EXPECT_TRUE(file(R"json(,"unit":"none","source":"odd manual")json"));
    EXPECT_FALSE(file(R"json(,"unit":"none")json"));
    EXPECT_FALSE(file(R"json(,"source":"odd manual")json"));
    EXPECT_FALSE(file(R"json(,"unit":"furlongs","source":"odd manual")json"));
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

TEST(ApplicableParameters, WhatGoesWithALeftOutValueGoesTooAndIsTold) {
    auto request = request_for({"ext4"});
    request.also_unsearched = true;
    const auto without = applicable_parameters(request).value();
    EXPECT_EQ(find(without, "queue.low_latency"), nullptr) << "the kernel has no bfq";
    EXPECT_TRUE(std::ranges::any_of(without.left_out, [](const auto& left) {
        return left.parameter == "queue.low_latency" &&
               left.reason.find("queue.scheduler") != std::string::npos;
    }));
    request.device.queue.schedulers.push_back("bfq");
    EXPECT_NE(find(applicable_parameters(request).value(), "queue.low_latency"), nullptr);
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

// reiserfs forgets its default flags as soon as one alloc= is named.
TEST(CommandLines, PartsOfOneOptionAreGivenWhole) {
    const auto line = [](std::map<std::string, Value> values) {
        return command_lines({}, {"reiserfs", std::move(values)}, "d", Purpose::production)
            ->mount_options;
    };
    EXPECT_EQ(line({}), "");
    EXPECT_EQ(line({{"reiserfs.alloc.preallocsize", std::int64_t{1}}}),
              "alloc=skip_busy:dirid_groups:packing_groups:preallocmin=0:preallocsize=1");
    EXPECT_EQ(line({{"reiserfs.alloc.packing_groups", false}, {"reiserfs.tail", "off"}}),
              "alloc=skip_busy:dirid_groups:preallocmin=0:preallocsize=17,notail");
}

TEST(CommandLines, AFlagCanStandAlone) {
    const Configuration keep{"xfs", {{"xfs.mkfs_discard", false}}};
    EXPECT_EQ(command_lines({}, keep, "d", Purpose::production)->mkfs,
              (std::vector<std::string>{"mkfs.xfs", "-f", "-K", "d"}));
    EXPECT_EQ(command_lines({}, keep, "d", Purpose::probe)->mkfs,
              (std::vector<std::string>{"mkfs.xfs", "-f", "-K", "d"}));
}

TEST(CommandLines, RefusesAnotherFilesystemsParameter) {
    const Configuration mixed{"xfs", {{"ext4.commit", std::int64_t{5}}}};
    EXPECT_EQ(command_lines({}, mixed, "d", Purpose::probe).error().code, ErrorCode::usage);
}

TEST(CommandLines, TheSchedulerIsWrittenFirstAndReadAheadLast) {
    const Configuration queue{"xfs",
                              {{"queue.nr_requests", std::int64_t{64}},
                               {"queue.read_ahead_kb", std::int64_t{64}},
                               {"queue.scheduler", "mq-deadline"},
                               {"queue.wbt_lat_usec", std::int64_t{0}}}};
    const auto lines = command_lines({}, queue, "d", Purpose::production).value();
    ASSERT_EQ(lines.queue.size(), 4u);
    EXPECT_EQ(lines.queue.front().attribute, "scheduler");
    EXPECT_EQ(lines.queue.back().attribute, "read_ahead_kb");
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
