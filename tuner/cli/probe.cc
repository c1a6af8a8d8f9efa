#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>

#include "probes/host/linux_mounts.h"
#include "probes/host/posix_process.h"
#include "probes/host/private_folder.h"
#include "probes/workloads/workloads.h"
#include "tuner/cli/commands.h"
#include "tuner/cli/json_output.h"
#include "tuner/cli/probe_options.h"
#include "tuner/cli/progress.h"
#include "tuner/cli/report_error.h"
#include "tuner/cli/standard_streams.h"
#include "tuner/probe/figures.h"
#include "tuner/probe/room.h"
#include "tuner/probe/tables.h"
#include "tuner/study/signals.h"

namespace fstune::tuner {

namespace {

std::uint64_t machine_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Only what is clean can be dropped.
void drop_names_and_inodes() {
    sync();
    constexpr const char* reclaimable_slab = "2";  // kernel Documentation/admin-guide/sysctl/vm.rst
    std::ofstream("/proc/sys/vm/drop_caches") << reclaimable_slab;
}

// What it says, and in which forms.
struct Said {
    std::string text, csv;
    nlohmann::json json;
    bool interrupted = false, failed = false;
};

// One run of `fstune probe`; each step uses what the steps before have set up.
class Probe {
  public:
    explicit Probe(ProbeOptions options) : options_(std::move(options)) {}
    Result<int> run();

  private:
    Result<void> look();
    Result<void> look_at(const std::string& folder);
    Result<void> fit();
    void note_limits();
    Result<void> open_files();
    Result<void> make_folders();
    Result<void> remove_folders();
    Result<Said> measure();
    Result<Said> measure_scaling();
    Result<probes::WorkloadPlace> place(std::size_t index);
    Result<void> say(const Said& said);
    void show(const ProbeProgress& progress) const;

    ProbeOptions options_;
    StopSignals signals_;
    probes::PosixProcess process_;
    probes::LinuxMounts mounts_{process_};
    std::vector<probes::FilesystemAt> filesystems_;  // of each folder that was named
    std::vector<probes::PrivateFolder> folders_;     // in each of them
    std::vector<std::string> not_done_;
    std::unique_ptr<JsonOutput> json_, csv_;
    ProgressStyle style_;
};

Result<int> Probe::run() {
    options_.settings.stop = signals_.token();
    std::signal(SIGXFSZ, SIG_IGN);  // a limit on files is then an error, and no death
    style_ = progress_style(options_.quiet);
    if (auto done = look(); !done) return tl::unexpected(done.error());
    if (auto done = open_files(); !done) return tl::unexpected(done.error());
    if (auto done = make_folders(); !done) return tl::unexpected(done.error());
    const auto said = options_.scaling.empty() ? measure() : measure_scaling();
    const auto removed = remove_folders();
    if (style_.terminal && !options_.quiet) say_error("\r\033[K");
    const auto told = said ? say(*said) : Result<void>();
    if (!removed) return tl::unexpected(removed.error());
    if (!said) return tl::unexpected(said.error());
    if (!told) return tl::unexpected(told.error());
    if (said->interrupted) return exit_code(ErrorCode::interrupted);
    return said->failed ? 1 : 0;
}

Result<void> Probe::look() {
    const auto named =
        options_.scaling.empty() ? std::vector<std::string>{options_.on} : options_.scaling;
    for (const auto& folder : named)
        if (auto done = look_at(folder); !done) return done;
    if (auto done = fit(); !done) return done;
    struct utsname kernel {};
    uname(&kernel);
    if (options_.settings.label.empty())
        options_.settings.label = fmt::format("{}-{}", filesystems_.front().type, kernel.release);
    note_limits();
    return {};
}

Result<void> Probe::look_at(const std::string& folder) {
    auto filesystem = probes::filesystem_at(folder, mounts_);
    if (!filesystem)
        return wrap(filesystem.error(), options_.scaling.empty() ? "--on" : "--scaling");
    const bool twice = std::ranges::any_of(
        filesystems_, [&](const auto& other) { return other.folder == filesystem->folder; });
    if (twice) return fail(ErrorCode::usage, fmt::format("--scaling: '{}' is named twice", folder));
    for (const auto& left : probes::abandoned_folders(filesystem->folder))
        say_error(
            fmt::format("warning: {} was left by a fstune that was killed; remove it\n", left));
    filesystems_.push_back(std::move(*filesystem));
    return {};
}

// One size for all, so that they do the same.
Result<void> Probe::fit() {
    auto& settings = options_.settings;
    std::uint64_t smallest = 0;
    for (const auto& filesystem : filesystems_) {
        const auto sharing = std::ranges::count(filesystems_, filesystem.mount_point,
                                                &probes::FilesystemAt::mount_point);
        const auto size = fitting_size(settings, filesystem, static_cast<int>(sharing));
        if (!size) return tl::unexpected(size.error());
        smallest = smallest == 0 ? *size : std::min(smallest, *size);
    }
    settings.size = smallest;
    return {};
}

void Probe::note_limits() {
    for (const auto& filesystem : filesystems_)
        if (filesystem.device.empty())
            not_done_.push_back(fmt::format(
                "{} ({}): the block device is not known, so nothing shows what came from it and "
                "what from a cache",
                filesystem.folder, filesystem.type));
    // The data phases look up no names.
    const auto looks_up = [](const std::string& workload) {
        return table_phase(workload) == workload;
    };
    if (!options_.drop_caches && std::ranges::any_of(options_.settings.workloads, looks_up))
        not_done_.push_back(
            fmt::format("names and inodes stayed cached, the data of the files was dropped file by "
                        "file; those of the whole machine can be dropped by --drop-caches{}",
                        geteuid() == 0 ? "" : ", which needs root"));
}

Result<void> Probe::open_files() {
    for (const auto& [path, option, into] :
         {std::tuple{&options_.json, "--json", &json_}, {&options_.csv, "--csv", &csv_}}) {
        if (path->empty()) continue;
        auto opened = JsonOutput::open(*path, "", option);
        if (!opened) return tl::unexpected(opened.error());
        *into = std::move(*opened);
    }
    return {};
}

Result<void> Probe::make_folders() {
    for (const auto& filesystem : filesystems_) {
        auto folder = probes::PrivateFolder::make(filesystem.folder);
        if (!folder) return tl::unexpected(folder.error());
        folders_.push_back(std::move(*folder));
    }
    return {};
}

// All of them, whatever happens; tells the first problem.
Result<void> Probe::remove_folders() {
    Result<void> result;
    for (auto& folder : folders_)
        if (auto removed = folder.remove(); !removed && result) result = std::move(removed);
    return result;
}

Result<probes::WorkloadPlace> Probe::place(std::size_t index) {
    auto& folder = folders_[index];
    if (auto cleared = folder.clear(); !cleared) return tl::unexpected(cleared.error());
    const auto now = probes::filesystem_at(folder.path(), mounts_);
    if (!now) return tl::unexpected(now.error());
    probes::WorkloadPlace place;
    place.directory = folder.path();
    place.device = now->device;
    place.free_bytes = now->free_bytes;
    place.memory = machine_memory();
    if (options_.drop_caches) place.before_measuring = drop_names_and_inodes;
    return place;
}

Result<Said> Probe::measure() {
    const auto result = probe(options_.settings, {.make = probes::make_workload,
                                                  .place = [this] { return place(0); },
                                                  .progress = [this](auto& now) { show(now); }});
    if (!result) return tl::unexpected(result.error());
    const ProbeContext context{FSTUNE_VERSION, filesystems_.front(), not_done_};
    return Said{probe_text(*result, options_.settings, context), probe_csv(*result),
                probe_json(*result, options_.settings, context), result->interrupted,
                !result->failures.empty()};
}

Result<Said> Probe::measure_scaling() {
    const auto result = probe_scaling(options_.settings, folders_.size(),
                                      {.make = probes::make_workload,
                                       .place = [this](std::size_t index) { return place(index); },
                                       .progress = [this](auto& now) { show(now); }});
    if (!result) return tl::unexpected(result.error());
    const ScalingContext context{FSTUNE_VERSION, filesystems_, not_done_};
    return Said{scaling_text(*result, options_.settings, context),
                scaling_csv(*result, options_.settings),
                scaling_json(*result, options_.settings, context), result->interrupted,
                !result->failures.empty()};
}

void Probe::show(const ProbeProgress& progress) const {
    if (options_.quiet) return;
    const auto text = fmt::format("{} of {}: {}, {} threads", progress.done + 1, progress.all,
                                  progress.workload, progress.threads);
    if (style_.terminal)
        say_error("\r\033[K" + text.substr(0, static_cast<std::size_t>(style_.width - 1)));
    else
        say_error(text + "\n");
}

Result<void> write(JsonOutput& output, const std::string& text) {
    output.stream() << text;
    return output.finish();
}

// The files come first: whoever reads the text may have gone.
Result<void> Probe::say(const Said& said) {
    Result<void> json, csv;
    if (json_) json = write(*json_, said.json.dump(2) + "\n");
    if (csv_) csv = write(*csv_, said.csv);
    if (options_.json != "-" && options_.csv != "-")
        std::fputs(said.text.c_str(), stdout);
    else if (!options_.quiet)
        say_error(said.text);
    return json ? csv : json;
}

int run_probe(ProbeOptions options) {
    if (auto fit = complete(options); !fit) return report_error(fit.error());
    const auto done = Probe(std::move(options)).run();
    return done ? *done : report_error(done.error());
}

}  // namespace

void add_probe(CLI::App& app, Action& action) {
    auto* command = app.add_subcommand(
        "probe", "Measure a mounted filesystem; nothing on it is touched but a folder of its own");
    const auto options = std::make_shared<ProbeOptions>();
    add_probe_options(*command, *options);
    command->callback([&action, options] { action = [options] { return run_probe(*options); }; });
}

}  // namespace fstune::tuner
