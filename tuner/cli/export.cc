// `fstune export STUDY`: a study as JSON, or what it recommends in the words of another tool.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "probes/host/device_tree.h"
#include "probes/host/disk_files.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/diagnosis_input.h"
#include "tuner/cli/report_error.h"
#include "tuner/cli/standard_streams.h"
#include "tuner/emit/emitters.h"
#include "tuner/report/json_report.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {

namespace {

struct ExportArguments {
    std::string study, format, device, target, uuid;
};

// The disk whose queue a rule sets, for a device that the study did not know by this name.
std::string disk_of(const std::string& device) {
    const probes::DiskFiles files;
    const auto resolved = files.resolve(device).value_or(device);
    const auto name = resolved.substr(resolved.rfind('/') + 1);
    return probes::DeviceTree(files).whole_disk(name);
}

Result<Recommendation> recommendation_of(const ExportArguments& arguments,
                                         const StudyStore& store) {
    const auto kept = store.kept("recommendation");
    if (!kept) return tl::unexpected(kept.error());
    if (!*kept)
        return fail(ErrorCode::failed, fmt::format("{} has no recommendation yet: end it with "
                                                   "--resume first",
                                                   arguments.study));
    auto read = from_kept(**kept);
    if (!read) return read;
    if (arguments.device.empty() && read->scratch)
        return fail(ErrorCode::usage,
                    "the study was of a scratch file; say with --device what it is for");
    if (!arguments.device.empty()) {
        read->lines.mkfs.back() = arguments.device;
        if (read->scratch || read->serial.empty()) {
            read->disk = disk_of(arguments.device);
            read->serial.clear();
        }
    }
    if (!arguments.target.empty()) read->target = arguments.target;
    read->uuid = arguments.uuid;
    return read;
}

int export_study(const ExportArguments& arguments) {
    const auto store = SqliteStudyStore::open(arguments.study, SqliteStudyStore::Use::read);
    if (!store) return report_error(store.error());
    if (arguments.format.empty()) {
        const auto written = write_json_study(std::cout, **store);
        return written ? 0 : report_error(written.error());
    }
    const auto recommendation = recommendation_of(arguments, **store);
    if (!recommendation) return report_error(recommendation.error());
    const auto text = emit(arguments.format, *recommendation);
    if (!text) return report_error(text.error());
    if (const auto note = undecided_note(*recommendation); !note.empty())
        say_error(fmt::format("warning: {}\n", printable(note)));
    fmt::print("{}", *text);
    return 0;
}

std::string formats() {
    std::string text = "Write what it recommends as ";
    for (const auto& emitter : emitters())
        text += fmt::format("{}{} ({})", emitter.name == "shell" ? "" : ", ", emitter.name,
                            emitter.what);
    return text;
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "export", "Write a study as JSON, or what it recommends for another tool (--as)");
    const auto arguments = std::make_shared<ExportArguments>();
    command->add_option("study", arguments->study, "File of the study")
        ->required()
        ->type_name("STUDY");
    auto* as = command->add_option("--as", arguments->format, formats())->type_name("FORMAT");
    for (const auto& [name, into, help] :
         {std::tuple{"--device", &arguments->device, "Device to name (that of the study)"},
          {"--target", &arguments->target, "Mount point to name (/mnt/data)"},
          {"--uuid", &arguments->uuid, "UUID of the filesystem, once it is made"}})
        command->add_option(name, *into, help)->needs(as);
    command->callback(
        [&action, arguments] { action = [arguments] { return export_study(*arguments); }; });
}

}  // namespace fstune::tuner
