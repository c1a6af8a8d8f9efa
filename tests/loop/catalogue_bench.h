// A loop device on which one catalogue configuration after another is made, mounted and read back.
// Puts the device's queue back as it was.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "knowledge/catalogue.h"
#include "knowledge/catalogue/entry.h"
#include "knowledge/command_lines.h"
#include "knowledge/constraints.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/disk_files.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/private_namespace.h"
#include "tests/loop/loop_device.h"

namespace fstune::loop_test {

class CatalogueBench {
  public:
    explicit CatalogueBench(std::string filesystem, std::uint64_t size)
        : filesystem_(std::move(filesystem)), device_(size) {
        // So that no other process keeps a copy of its mounts, and with it the device.
        EXPECT_TRUE(probes::enter_private_namespace());
        facts_ = probes::read_device_facts(files_, device_.name()).value();
        machine_ = probes::read_machine_facts(files_, process_);
        before_ = queue();
    }
    CatalogueBench(const CatalogueBench&) = delete;
    CatalogueBench& operator=(const CatalogueBench&) = delete;
    ~CatalogueBench() { put_queue_back(); }

    // Everything the catalogue knows for this device, kernel and tools, whatever the risk.
    knowledge::ApplicableParameters space(bool also_unsearched = true) const {
        using knowledge::Risk;
        return knowledge::applicable_parameters(
                   {.filesystems = {filesystem_},
                    .allowed = {Risk::safe, Risk::durability, Risk::compatibility},
                    .device = facts_,
                    .machine = machine_,
                    .also_unsearched = also_unsearched})
            .value();
    }

    // What is wrong after the configuration was made, mounted and read back; empty: nothing.
    std::string problem_with(const std::vector<knowledge::Parameter>& parameters,
                             const knowledge::Configuration& configuration) {
        const auto lines = knowledge::command_lines(parameters, configuration, device_.path(),
                                                    knowledge::Purpose::probe);
        if (!lines) return lines.error().message;
        if (auto failed = make(lines->mkfs); !failed.empty()) return failed;
        for (const auto& setting : lines->queue)
            if (auto done = files_.write(queue_path(setting.attribute), setting.value); !done)
                return done.error().message;
        const auto mounted = mounts_.mount(device_.path(), folder_.path(), configuration.filesystem,
                                           lines->mount_options);
        if (!mounted) return mounted.error().message;
        const auto missing = knowledge::not_applied(
            parameters, configuration, {mounted->options, superblock(folder_.path()), queue()});
        EXPECT_TRUE(mounts_.unmount(folder_.path()));
        if (!lines->queue.empty()) put_queue_back();
        return fmt::format("{}", fmt::join(missing, "; "));
    }

    std::string make(const std::vector<std::string>& mkfs) {
        const auto made = process_.run({.argv = mkfs, .effect = probes::Effect::writes_device});
        if (!made) return made.error().message;
        return made->exit_code == 0 ? "" : "mkfs: " + (made->err + made->out).substr(0, 300);
    }

    // What shows of the filesystem that is there, mounted without options.
    knowledge::ReadBack mounted_plainly() {
        const auto mounted = mounts_.mount(device_.path(), folder_.path(), filesystem_, "");
        knowledge::ReadBack shown{mounted->options, superblock(folder_.path()), queue()};
        EXPECT_TRUE(mounts_.unmount(folder_.path()));
        return shown;
    }

    std::string superblock(const std::string& mount_point) {
        const auto command =
            knowledge::superblock_command(filesystem_, device_.path(), mount_point);
        return command.empty() ? "" : process_.run({.argv = command})->out;
    }

    const std::string& path() const { return device_.path(); }
    const knowledge::MachineFacts& machine() const { return machine_; }

  private:
    std::string queue_path(const std::string& attribute) const {
        return "/sys/block/" + device_.name() + "/queue/" + attribute;
    }

    std::map<std::string, std::string> queue() {
        std::map<std::string, std::string> shown;
        for (const auto& entry : knowledge::entries())
            if (entry.parameter.stage == knowledge::Stage::queue)
                if (const auto text = files_.read(queue_path(knowledge::queue_attribute(entry))))
                    shown[knowledge::queue_attribute(entry)] = *text;
        return shown;
    }

    void put_queue_back() {
        const auto chosen = before_["scheduler"];
        const auto open = chosen.find('[') + 1;
        (void)files_.write(queue_path("scheduler"), chosen.substr(open, chosen.find(']') - open));
        for (const auto& [attribute, text] : before_)
            if (attribute != "scheduler" && files_.read(queue_path(attribute)).value_or("") != text)
                (void)files_.write(queue_path(attribute), text);
        EXPECT_EQ(queue(), before_);
    }

    std::string filesystem_;
    probes::PosixProcess process_;
    probes::DiskFiles files_;
    probes::LinuxMounts mounts_{process_};
    fakes::TemporaryFolder folder_;
    LoopDevice device_;
    knowledge::DeviceFacts facts_;
    knowledge::MachineFacts machine_;
    std::map<std::string, std::string> before_;
};

}  // namespace fstune::loop_test
