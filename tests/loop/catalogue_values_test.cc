// Every value that a search may try is taken by mkfs, mount or the queue of this kernel, and shows
// afterwards; and the computed defaults are what a plain mkfs makes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "knowledge/catalogue.h"
#include "knowledge/catalogue/entry.h"
#include "knowledge/command_lines.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/disk_files.h"
#include "probes/host/linux_mounts.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;
using knowledge::Value;

std::vector<Value> values_of(const Parameter& parameter) {
    if (std::holds_alternative<knowledge::BooleanDomain>(parameter.domain)) return {false, true};
    if (const auto* choice = std::get_if<knowledge::ChoiceDomain>(&parameter.domain))
        return choice->values;
    std::vector<Value> values;
    if (const auto* levels = std::get_if<knowledge::LevelsDomain>(&parameter.domain))
        values.assign(levels->values.begin(), levels->values.end());
    return values;
}

class CatalogueValues : public LoopTest, public testing::WithParamInterface<const char*> {
  protected:
    void SetUp() override {
        LoopTest::SetUp();
        if (IsSkipped()) return;
        // Fewer, larger groups than usual would hide an agcount; 2 GiB holds every value.
        device_.emplace(std::uint64_t{2} << 30);
        facts_ = probes::read_device_facts(files_, device_->name()).value();
        machine_ = probes::read_machine_facts(files_, process_);
    }

    knowledge::ApplicableParameters space() const {
        using knowledge::Risk;
        return knowledge::applicable_parameters(
                   {{GetParam()},
                    {Risk::safe, Risk::durability, Risk::compatibility},
                    facts_,
                    machine_})
            .value();
    }

    // What shows after the configuration was made and mounted; an empty text where all is right.
    std::string problem_with(const Configuration& configuration) {
        const auto lines =
            knowledge::command_lines({}, configuration, device_->path(), knowledge::Purpose::probe);
        if (!lines) return lines.error().message;
        const auto mkfs =
            process_.run({.argv = lines->mkfs, .effect = probes::Effect::writes_device});
        if (!mkfs) return mkfs.error().message;
        if (mkfs->exit_code != 0) return mkfs->err.substr(0, 300);
        const auto queue = "/sys/block/" + device_->name() + "/queue/";
        for (const auto& setting : lines->queue)
            if (auto done = files_.write(queue + setting.attribute, setting.value); !done)
                return done.error().message;
        auto mounted = mounts_.mount(device_->path(), folder_.path(), configuration.filesystem,
                                     lines->mount_options);
        if (!mounted) return mounted.error().message;
        const auto shown = read_back(configuration, mounted->options, queue);
        const auto missing = knowledge::not_applied({}, configuration, shown);
        EXPECT_TRUE(mounts_.unmount(folder_.path()));
        return fmt::format("{}", fmt::join(missing, "; "));
    }

    knowledge::ReadBack read_back(const Configuration& configuration, const std::string& options,
                                  const std::string& queue) {
        knowledge::ReadBack shown{options, "", {}};
        const auto command = knowledge::superblock_command(configuration.filesystem,
                                                           device_->path(), folder_.path());
        if (!command.empty()) shown.superblock = process_.run({.argv = command})->out;
        for (const auto* name : {"scheduler", "read_ahead_kb", "nr_requests"})
            shown.queue[name] = files_.read(queue + name).value_or("");
        return shown;
    }

    static Configuration with(const Parameter& parameter, const Value& value) {
        Configuration configuration{GetParam(), {{parameter.name, value}}};
        // Set what the parameter depends on, so that it is active.
        for (auto conditions = parameter.conditions; !conditions.empty();) {
            const auto condition = conditions.back();
            conditions.pop_back();
            const auto* entry = knowledge::find_entry(condition.parameter);
            if (std::ranges::find(condition.any_of, entry->parameter.default_value) ==
                condition.any_of.end())
                configuration.values[condition.parameter] = condition.any_of.back();
            for (const auto& next : entry->parameter.conditions) conditions.push_back(next);
        }
        return configuration;
    }

    probes::PosixProcess process_;
    probes::DiskFiles files_;
    probes::LinuxMounts mounts_{process_};
    fakes::TemporaryFolder folder_;
    std::optional<LoopDevice> device_;
    knowledge::DeviceFacts facts_;
    knowledge::MachineFacts machine_;
};

TEST_P(CatalogueValues, EachIsTakenAndShows) {
    int tried = 0;
    for (const auto& parameter : space().parameters) {
        for (const auto& value : values_of(parameter)) {
            EXPECT_EQ(problem_with(with(parameter, value)), "")
                << parameter.name << "=" << knowledge::to_text(value);
            ++tried;
        }
    }
    EXPECT_GT(tried, 20);
}

TEST_P(CatalogueValues, DefaultsAreWhatAPlainMkfsMakes) {
    Configuration all{GetParam(), {}};
    ASSERT_EQ(problem_with(all), "");
    const auto mounted = mounts_.mount(device_->path(), folder_.path(), GetParam(), "");
    ASSERT_TRUE(mounted);
    const auto shown =
        read_back(all, mounted->options, "/sys/block/" + device_->name() + "/queue/");
    for (const auto& parameter : space().parameters)
        if (parameter.conditions.empty()) all.values[parameter.name] = parameter.default_value;
    EXPECT_EQ(fmt::format("{}", fmt::join(knowledge::not_applied({}, all, shown), "; ")), "");
    EXPECT_TRUE(mounts_.unmount(folder_.path()));
}

INSTANTIATE_TEST_SUITE_P(Filesystems, CatalogueValues, testing::Values("ext4", "xfs", "btrfs"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace fstune::loop_test
