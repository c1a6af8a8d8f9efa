#include "probes/host/trial_steps.h"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <algorithm>

#include "probes/host/device_tree.h"
#include "probes/host/watched_run.h"

namespace fstune::probes {

using knowledge::Failure;
using knowledge::FailureKind;

namespace {

// What a tool says last is what it fails on; mkfs.xfs goes on to explain all its options.
std::string last_words(const Finished& finished) {
    std::string text = finished.err.empty() ? finished.out : finished.err;
    if (const auto usage = text.find("\nUsage:"); usage != std::string::npos) text.resize(usage);
    while (!text.empty() && text.back() == '\n') text.pop_back();
    constexpr std::size_t kept = 500;
    return text.size() <= kept ? text : "..." + text.substr(text.size() - kept);
}

tl::unexpected<Problem> problem(FailureKind kind, std::string reason) {
    return tl::unexpected<Problem>(Failure{kind, std::move(reason)});
}

tl::unexpected<Problem> problem(const Error& error) { return tl::unexpected<Problem>(error); }

// A program that was killed at its deadline is this configuration's fault; one that cannot be
// killed holds the device, and ends the study.
bool ends_study(const Error& error) {
    return error.code == ErrorCode::interrupted || error.code == ErrorCode::refused ||
           error.code == ErrorCode::unsupported ||
           (error.code == ErrorCode::timed_out &&
            error.message.find("cannot be killed") != std::string::npos);
}

tl::unexpected<Problem> problem(const Error& error, FailureKind kind) {
    if (ends_study(error)) return problem(error);
    return problem(error.code == ErrorCode::timed_out ? FailureKind::timed_out : kind,
                   error.message);
}

// What undoes is tried again once: the next trial must not pay for one failure of this one. What
// hangs in the kernel would only hang again, though it may look done: umount takes the mount out of
// sight before it writes back.
template <typename Action>
Result<void> insist(Action action) {
    auto done = action();
    return done || done.error().code == ErrorCode::timed_out ? done : action();
}

bool has_option(const std::string& options, std::string_view wanted) {
    return ("," + options + ",").find(fmt::format(",{},", wanted)) != std::string::npos;
}

}  // namespace

// Adds the time until its end to one part of the trial.
class TrialSteps::Timer {
  public:
    Timer(TrialSteps& steps, const char* part)
        : steps_(steps), part_(part), start_(steps.s_.clock.monotonic()) {}
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;
    ~Timer() {
        const std::chrono::duration<double> spent = steps_.s_.clock.monotonic() - start_;
        steps_.seconds_[part_] += spent.count();
    }

  private:
    TrialSteps& steps_;
    const char* part_;
    std::chrono::nanoseconds start_;
};

Step TrialSteps::set_queue(const std::vector<knowledge::QueueSetting>& queue) {
    const Timer timer(*this, "queue");
    for (const auto& setting : queue)
        if (auto done = s_.queue.set(setting.attribute, setting.value); !done)
            return problem(FailureKind::not_applied, done.error().message);
    return {};
}

Step TrialSteps::make_filesystem(const knowledge::CommandLines& lines,
                                 const std::string& filesystem) {
    const Timer timer(*this, "mkfs");
    if (auto allowed = s_.guard.check_again(s_.device); !allowed) return problem(allowed.error());
    Guard::expect(s_.device, filesystem);
    const auto done = s_.process.run({.argv = lines.mkfs,
                                      .effect = Effect::writes_device,
                                      .deadline = settings_.mkfs_deadline,
                                      .stop = settings_.stop});
    if (!done) return problem(done.error(), FailureKind::mkfs_refused);
    if (done->exit_code != 0) return problem(FailureKind::mkfs_refused, last_words(*done));
    return {};
}

Step TrialSteps::mount(const std::string& filesystem, const std::string& options) {
    const Timer timer(*this, "mount");
    auto directory = s_.files.make_private_directory(settings_.mount_parent);
    if (!directory) return problem(directory.error());
    directory_ = *directory;
    auto entry = s_.mounts.mount(s_.device.path(), directory_, filesystem, options);
    if (!entry) return problem(entry.error(), FailureKind::mount_refused);
    mounted_ = *entry;
    mount_options_ = options;
    return {};
}

std::map<std::string, std::string> TrialSteps::queue_as_shown() const {
    std::map<std::string, std::string> shown;
    const auto disk = DeviceTree(s_.files).whole_disk(s_.device.name());
    const auto names = s_.files.list("/sys/block/" + disk + "/queue");
    for (const auto& name : names.value_or(std::vector<std::string>{}))
        if (const auto text = s_.queue.read(name)) shown[name] = *text;
    return shown;
}

Step TrialSteps::read_back(const std::vector<knowledge::Parameter>& parameters,
                           const knowledge::Configuration& configuration) {
    const Timer timer(*this, "read_back");
    knowledge::ReadBack found{mounted_->options, "", queue_as_shown()};
    const auto command =
        knowledge::superblock_command(configuration.filesystem, s_.device.path(), directory_);
    if (!command.empty()) {
        const auto answer = s_.process.run({.argv = command, .deadline = settings_.read_deadline});
        if (!answer) return problem(answer.error(), FailureKind::not_applied);
        if (answer->exit_code != 0)
            return problem(FailureKind::not_applied,
                           fmt::format("{}: {}", shell_quoted(command), last_words(*answer)));
        found.superblock = answer->out;
    }
    const auto missing = knowledge::not_applied(parameters, configuration, found);
    if (!missing.empty())
        return problem(FailureKind::not_applied, fmt::format("{}", fmt::join(missing, "; ")));
    return {};
}

// A workload sees only a failed system call; whether the device is to blame shows elsewhere: ext4
// goes read-only, XFS shuts down, reads and writes give EIO; a thin device is full before the
// filesystem on it is.
Problem TrialSteps::probe_problem(const Error& error) const {
    if (ends_study(error)) return error;
    if (error.code == ErrorCode::timed_out) return Failure{FailureKind::timed_out, error.message};
    bool gone_bad = error.message.find("Input/output error") != std::string::npos ||
                    error.message.find("Read-only file system") != std::string::npos ||
                    error.message.find("Structure needs cleaning") != std::string::npos;
    struct statvfs room {};
    gone_bad |= error.message.find("No space left") != std::string::npos &&
                statvfs(directory_.c_str(), &room) == 0 && room.f_bavail > room.f_blocks / 10;
    for (const auto& entry : s_.mounts.list().value_or(std::vector<MountEntry>{}))
        gone_bad |= entry.target == directory_ &&
                    (has_option(entry.options, "ro") || has_option(entry.options, "shutdown"));
    return Failure{gone_bad ? FailureKind::device_error : FailureKind::probe_failed, error.message};
}

tl::expected<knowledge::Measurement, Problem> TrialSteps::probe(Workload& workload,
                                                                const TrialRequest& request) {
    const auto start = s_.clock.monotonic();
    struct statvfs room {};
    const bool known = statvfs(directory_.c_str(), &room) == 0;
    const WorkloadPlace place{.directory = directory_,
                              .device = s_.device.path(),
                              .free_bytes = known ? room.f_bavail * room.f_frsize : 0,
                              .memory = settings_.memory,
                              .filesystem = mounted_->type,
                              .mount_options = mount_options_,
                              .disposable = !request.guarded};
    if (const auto reason = workload.unsuitable(place))
        return problem(FailureKind::probe_failed, *reason);
    WorkloadSettings settings;
    settings.length = request.probe_length;
    settings.seed = request.seed;
    settings.guarded = request.guarded;
    settings.stop = settings_.stop;
    auto result = run_watched(workload, place, settings, settings_.probe);
    if (!result) return tl::unexpected(probe_problem(result.error()));
    // What the workload does not name is making and removing its files.
    double rest = std::chrono::duration<double>(s_.clock.monotonic() - start).count();
    for (const auto& [part, spent] : result->seconds) rest -= spent;
    seconds_["tidy_up"] += std::max(0.0, rest);
    return knowledge::Measurement{result->value,
                                  std::move(result->samples),
                                  std::move(result->metrics),
                                  std::move(result->seconds),
                                  std::move(result->warnings),
                                  std::move(result->goal_samples)};
}

// Asked of the kernel, because a mount command may fail, or be killed, after it has mounted.
bool TrialSteps::is_mounted() const {
    const auto entries = s_.mounts.list();
    return !directory_.empty() &&
           (!entries || std::any_of(entries->begin(), entries->end(), [&](const MountEntry& entry) {
               return entry.target == directory_;
           }));
}

Result<void> TrialSteps::undo() {
    Result<void> first;
    const auto note = [&](const Result<void>& done) {
        if (!done && first) first = done;
    };
    if (is_mounted()) {
        const Timer timer(*this, "unmount");
        note(insist([&] { return is_mounted() ? s_.mounts.unmount(directory_) : Result<void>(); }));
    }
    mounted_.reset();
    if (!directory_.empty())
        note(insist([&] {
            return s_.files.exists(directory_) ? s_.files.remove_directory(directory_)
                                               : Result<void>();
        }));
    directory_.clear();
    note(insist([&] { return s_.queue.restore(); }));
    return first;
}

}  // namespace fstune::probes
