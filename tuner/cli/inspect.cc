#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "knowledge/units.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/disk_files.h"
#include "probes/host/linux_block_devices.h"
#include "probes/host/linux_mounts.h"
#include "probes/host/posix_process.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/report_error.h"
#include "tuner/inspect/inspection.h"
#include "tuner/inspect/inspection_text.h"

namespace fstune::tuner {

namespace {

struct InspectArguments {
    std::string device, level, chunk, layout;
    int disks = 0, spans = 0;
    bool json = false;
};

Result<std::optional<knowledge::RaidDescription>> told_raid(const InspectArguments& arguments) {
    if (arguments.level.empty()) {
        if (arguments.disks != 0 || !arguments.chunk.empty() || !arguments.layout.empty())
            return fail(ErrorCode::usage, "--disks, --chunk and --layout need --raid LEVEL");
        return std::optional<knowledge::RaidDescription>{};
    }
    if (arguments.disks == 0)
        return fail(ErrorCode::usage,
                    "--raid needs --disks N: how many the controller has, without spares");
    knowledge::RaidDescription raid{arguments.level, arguments.disks, 0, 2, arguments.spans};
    const auto copies = knowledge::near_copies_of(arguments.layout);
    if (!copies) return tl::unexpected(copies.error());
    raid.near_copies = *copies;
    if (!arguments.chunk.empty()) {
        const auto chunk = knowledge::parse_size(arguments.chunk);
        if (!chunk) return tl::unexpected(chunk.error());
        raid.chunk = *chunk;
    }
    return std::optional(raid);
}

int run_inspect(const InspectArguments& arguments) {
    const auto told = told_raid(arguments);
    if (!told) return report_error(told.error());
    const probes::DiskFiles files;
    probes::PosixProcess process;
    const probes::LinuxMounts mounts(process);
    const probes::LinuxBlockDevices devices;
    const auto machine = probes::read_machine_facts(files, process);
    const auto inspection = inspect({files, mounts, devices}, arguments.device, machine, *told);
    if (!inspection) return report_error(inspection.error());
    if (arguments.json)
        fmt::print("{}\n", inspection_json(*inspection)
                               .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    else
        fmt::print("{}", inspection_text(*inspection));
    return 0;
}

}  // namespace

void add_inspect(CLI::App& app, Action& action) {
    const auto arguments = std::make_shared<InspectArguments>();
    auto* command = app.add_subcommand(
        "inspect", "Say what a device is, its geometry, and how an expert would begin; reads only");
    command->add_option("DEV", arguments->device, "Block device")->required();
    command
        ->add_option("--raid", arguments->level,
                     "Level of the RAID behind it, where the controller tells nothing")
        ->type_name("LEVEL");
    command->add_option("--disks", arguments->disks, "Its disks, without spares")
        ->check(CLI::Range(1, 4096))
        ->type_name("N");
    command->add_option("--spans", arguments->spans, "RAID 50 and 60: its spans")
        ->check(CLI::Range(2, 256))
        ->type_name("N");
    command->add_option("--chunk", arguments->chunk, "Its chunk (strip, stripe unit) of one disk")
        ->type_name("SIZE");
    command->add_option("--layout", arguments->layout, "RAID 10: n2, f2, o2 (n2)")
        ->type_name("LAYOUT");
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback(
        [&action, arguments] { action = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace fstune::tuner
