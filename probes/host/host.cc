#include "probes/host/host.h"

#include <utility>

#include "probes/host/device_facts_reader.h"
#include "probes/host/device_tree.h"
#include "probes/host/disk_files.h"
#include "probes/host/guard.h"
#include "probes/host/host_trial_runner.h"
#include "probes/host/ledger.h"
#include "probes/host/left_behind.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/posix_process.h"
#include "probes/host/private_namespace.h"
#include "probes/host/privileges.h"
#include "probes/host/run_folder.h"
#include "probes/host/scratch_file.h"
#include "probes/host/system_clock.h"

namespace fstune::probes {

namespace {

class LinuxHost : public Host {
  public:
    ~LinuxHost() override { LinuxHost::close(); }

    Result<void> open(const HostOptions& options);

    const knowledge::DeviceFacts& device() const override { return facts_; }
    const knowledge::MachineFacts& machine() const override { return machine_; }
    const std::vector<std::string>& warnings() const override { return device_->warnings(); }
    Process& process() override { return process_; }
    Clock& clock() override { return clock_; }
    std::unique_ptr<TrialRunner> runner(Workload& workload,
                                        std::vector<knowledge::Parameter> parameters,
                                        std::stop_token stop) override;
    Result<void> check_device() override { return guard_.check_again(*device_); }
    Result<void> close() override;

  private:
    Result<void> choose_device(const HostOptions& options);
    Result<void> lock_disk();

    std::optional<RunFolder> folder_;  // empty: nothing to close
    PosixProcess process_;
    DiskFiles files_;
    SystemClock clock_;
    LinuxMounts mounts_{process_};
    LinuxBlockDevices devices_;
    Guard guard_{files_, mounts_, devices_};
    knowledge::DeviceFacts facts_;
    knowledge::MachineFacts machine_;
    std::optional<ScratchFile> scratch_;
    std::optional<ScratchDevice> device_;
    std::unique_ptr<DiskLedger> ledger_;
    std::optional<QueueSettings> queue_;
};

Result<void> LinuxHost::choose_device(const HostOptions& options) {
    auto path = options.device;
    if (options.scratch) {
        auto scratch = make_scratch_file(options.scratch->size, options.scratch->directory);
        if (!scratch) return tl::unexpected(scratch.error());
        scratch_ = std::move(*scratch);
        path = scratch_->device;
    }
    // Another device than the one that is meant gets that answer, and no advice how to wipe it.
    const auto found = files_.resolve(path).value_or(path);
    if (const auto facts = read_device_facts(files_, found.substr(found.rfind('/') + 1));
        facts && options.accept)
        if (auto meant = options.accept(*facts); !meant) return meant;
    auto device = guard_.admit(path, {options.wipe, options.minimum_size});
    if (!device) return tl::unexpected(device.error());
    device_ = std::move(*device);
    return {};
}

Result<void> LinuxHost::lock_disk() {
    const DeviceTree tree(files_);
    const auto disk = tree.whole_disk(device_->name());
    auto ledger =
        DiskLedger::open(run_folder, {disk, tree.number(disk), tree.attribute(disk, "diskseq")});
    if (!ledger) return tl::unexpected(ledger.error());
    ledger_ = std::move(*ledger);
    queue_.emplace(files_, *ledger_, disk);
    return {};
}

Result<void> LinuxHost::open(const HostOptions& options) {
    if (auto ok = refuse_borrowed_rights(); !ok) return ok;
    if (auto ok = require_root(); !ok) return ok;
    if (auto ok = enter_private_namespace(); !ok) return ok;
    auto folder = RunFolder::open();
    if (!folder) return tl::unexpected(folder.error());
    folder_.emplace(std::move(*folder));
    if (auto cleaned = clean_up(files_, run_folder); !cleaned)
        return tl::unexpected(cleaned.error());
    if (auto ok = choose_device(options); !ok) return ok;
    if (auto ok = lock_disk(); !ok) return ok;
    auto facts = read_device_facts(files_, device_->name());
    if (!facts) return tl::unexpected(facts.error());
    facts_ = std::move(*facts);
    if (options.accept)
        if (auto meant = options.accept(facts_); !meant) return meant;
    if (auto ok = guard_.clear(*device_); !ok) return ok;
    machine_ = read_machine_facts(files_, process_);
    return {};
}

std::unique_ptr<TrialRunner> LinuxHost::runner(Workload& workload,
                                               std::vector<knowledge::Parameter> parameters,
                                               std::stop_token stop) {
    TrialSettings settings{.mount_parent = run_folder, .memory = machine_.memory};
    settings.stop = std::move(stop);
    return std::make_unique<HostTrialRunner>(
        TrialSeams{process_, files_, mounts_, clock_, guard_, *device_, *queue_}, workload,
        std::move(parameters), std::move(settings));
}

Result<void> LinuxHost::close() {
    if (!folder_) return {};
    const auto unmounted = unmount_own(files_, mounts_, run_folder);
    const auto restored = queue_ ? queue_->restore() : Result<void>();
    if (!restored && ledger_) ledger_->keep();
    queue_.reset();
    ledger_.reset();
    device_.reset();
    scratch_.reset();
    folder_.reset();
    return unmounted ? restored : unmounted;
}

}  // namespace

Result<std::unique_ptr<Host>> open_host(const HostOptions& options) {
    auto host = std::make_unique<LinuxHost>();
    if (auto opened = host->open(options); !opened) return tl::unexpected(opened.error());
    return host;
}

}  // namespace fstune::probes
