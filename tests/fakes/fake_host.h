// A whole host in memory and a temporary folder: one disk with a queue, mkfs and mount that do
// what the real ones do as far as fstune can see, and a count of effects of which one can be made
// to fail. HostTrialRunner, guard, queue settings and ledger are the real ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "probes/host/disk_files.h"
#include "probes/host/guard.h"
#include "probes/host/host_trial_runner.h"
#include "probes/host/process.h"
#include "probes/host/queue_settings.h"
#include "tests/fakes/fake_clock.h"
#include "tests/fakes/sysfs_tree.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::fakes {

// Each effect asks whether it is the one to fail.
struct Effects {
    enum class Fails { undone, done };  // without having happened, or after it has
    std::int64_t count = 0;
    std::int64_t fail_at = 0;  // 0: none
    Fails how = Fails::undone;

    // Does it, or not, and says how it went.
    template <typename Do>
    Result<void> happen(const std::string& what, Do doing) {
        if (++count != fail_at) return doing();
        if (how == Fails::done) (void)doing();
        return fail(ErrorCode::failed, "made to fail: " + what);
    }
};

// Files below a temporary folder; the queue has the manners of the kernel's.
class FaultyFiles : public probes::DiskFiles {
  public:
    FaultyFiles(const std::string& root, Effects& effects) : DiskFiles(root), effects_(effects) {}
    Result<void> write(const std::string& path, const std::string& text) override {
        return effects_.happen("write " + path, [&]() -> Result<void> {
            if (!path.ends_with("/scheduler")) return DiskFiles::write(path, text + "\n");
            std::string shown;
            for (const std::string one : {"none", "mq-deadline"})
                shown += one == text ? "[" + one + "] " : one + " ";
            auto done = DiskFiles::write(path, shown + "\n");
            const auto requests = path.substr(0, path.rfind('/')) + "/nr_requests";
            return done ? DiskFiles::write(requests, text == "none" ? "128\n" : "256\n") : done;
        });
    }
    Result<std::string> make_private_directory(const std::string& parent) override {
        Result<std::string> made;
        const auto done = effects_.happen("mkdir", [&]() -> Result<void> {
            made = DiskFiles::make_private_directory(parent);
            if (!made) return tl::unexpected(made.error());
            return {};
        });
        if (done) return made;
        if (made && !made->empty()) (void)DiskFiles::remove_directory(*made);
        return tl::unexpected(done.error());
    }
    Result<void> remove_directory(const std::string& path) override {
        return effects_.happen("rmdir", [&] { return DiskFiles::remove_directory(path); });
    }

  private:
    Effects& effects_;
};

class FaultyMounts : public probes::Mounts {
  public:
    FaultyMounts(FakeMounts& inner, Effects& effects) : inner_(inner), effects_(effects) {}
    Result<std::vector<probes::MountEntry>> list() const override { return inner_.list(); }
    Result<probes::MountEntry> mount(const std::string& device, const std::string& target,
                                     const std::string& type, const std::string& options) override {
        Result<probes::MountEntry> entry;
        const auto done = effects_.happen("mount", [&]() -> Result<void> {
            entry = inner_.mount(device, target, type, options);
            if (!entry) return tl::unexpected(entry.error());
            return {};
        });
        if (!done) return tl::unexpected(done.error());
        return entry;
    }
    Result<void> unmount(const std::string& target) override {
        return effects_.happen("unmount", [&] { return inner_.unmount(target); });
    }

  private:
    FakeMounts& inner_;
    Effects& effects_;
};

// mkfs leaves its mark on the device; what reads back answers with nothing.
class FakeTools : public probes::Process {
  public:
    FakeTools(FakeBlockDevices& devices, Effects& effects) : devices_(devices), effects_(effects) {}
    Result<probes::Finished> run(const probes::Command& command) override {
        const auto done = effects_.happen(command.argv.front(), [&]() -> Result<void> {
            if (!command.argv.front().starts_with("mkfs.")) return {};
            auto& device = *devices_.by_path.at(command.argv.back());
            device.signatures = {
                {command.argv.front().substr(5), probes::Signature::Kind::filesystem}};
            return {};
        });
        if (!done) return tl::unexpected(done.error());
        return probes::Finished{};
    }

  private:
    FakeBlockDevices& devices_;
    Effects& effects_;
};

class FaultyLedger : public probes::Ledger {
  public:
    explicit FaultyLedger(Effects& effects) : effects_(effects) {}
    Result<void> record(const std::vector<probes::QueueValue>& values) override {
        return effects_.happen("ledger", [&]() -> Result<void> {
            recorded.insert(recorded.end(), values.begin(), values.end());
            return {};
        });
    }
    std::vector<probes::QueueValue> recorded;

  private:
    Effects& effects_;
};

class FakeHost {
  public:
    FakeHost() {
        tree_.add(nlohmann::json::parse(
            R"({"blockdevices": [{"name": "sda", "size": 1073741824, "serial": "FAKE"}]})"));
        const std::string queue = "/sys/class/block/sda/queue/";
        tree_.write(queue + "scheduler", "none [mq-deadline] \n");
        tree_.write(queue + "nr_requests", "77\n");
        tree_.write(queue + "read_ahead_kb", "128\n");
        std::filesystem::create_directories(folder_.path() + "/run/fstune");
        device_.emplace(guard_.admit("/dev/sda", {}).value());
    }

    std::unique_ptr<probes::TrialRunner> runner(probes::Workload& workload,
                                                std::vector<knowledge::Parameter> parameters) {
        return std::make_unique<probes::HostTrialRunner>(
            probes::TrialSeams{tools_, files_, mounts_, clock, guard_, *device_, queue_}, workload,
            std::move(parameters),
            probes::TrialSettings{.mount_parent = "/run/fstune", .memory = 1 << 30});
    }

    // As the disk's queue is now; what a trial's settings really did.
    std::string queue(const std::string& attribute) const {
        return files_.read("/sys/class/block/sda/queue/" + attribute).value();
    }

    // What must be the same afterwards.
    std::string state() const {
        std::string text;
        for (const auto* name : {"scheduler", "nr_requests", "read_ahead_kb"}) text += queue(name);
        for (const auto& entry : tree_.mounts.entries) text += "mounted: " + entry.target + "\n";
        const auto left = files_.list("/run/fstune").value();
        for (const auto& name : left) text += name + "\n";
        return text;
    }

    test::FakeClock clock;
    Effects effects;

  private:
    TemporaryFolder folder_{memory_parent()};
    SysfsTree tree_{folder_.path()};
    FaultyFiles files_{folder_.path(), effects};
    FaultyMounts mounts_{tree_.mounts, effects};
    FakeTools tools_{tree_.devices, effects};
    probes::Guard guard_{files_, mounts_, tree_.devices};
    FaultyLedger ledger_{effects};
    probes::QueueSettings queue_{files_, ledger_, "sda"};
    std::optional<probes::ScratchDevice> device_;
};

}  // namespace fstune::fakes
