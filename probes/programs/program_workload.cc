#include "probes/programs/program_workload.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "knowledge/readers/last_words.h"
#include "probes/host/unique_fd.h"
#include "probes/meters/device_counters.h"
#include "probes/meters/meters.h"
#include "probes/programs/contained.h"

namespace fstune::probes {

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

tl::unexpected<Error> failed(const std::string& path, const char* what) {
    return fail(ErrorCode::failed, fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

// Removed with all that is in it; links in it are not followed.
class OwnFolder {
  public:
    static Result<OwnFolder> make(const std::string& parent) {
        auto path = parent + "/fstune-XXXXXX";
        if (mkdtemp(path.data()) == nullptr) return failed(path, "making");
        OwnFolder folder(std::move(path));
        for (const auto& part : {folder.work(), folder.extras()})
            if (mkdir(part.c_str(), 0700) != 0) return failed(part, "making");
        return folder;
    }
    OwnFolder(OwnFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    OwnFolder& operator=(OwnFolder&&) = delete;
    ~OwnFolder() {
        if (!path_.empty()) (void)remove();
    }
    Result<void> remove() {
        std::error_code problem;
        std::filesystem::remove_all(std::exchange(path_, {}), problem);
        if (problem) return fail(ErrorCode::failed, "tidying up: " + problem.message());
        return {};
    }
    std::string work() const { return path_ + "/work"; }
    std::string extras() const { return path_ + "/extras"; }

  private:
    explicit OwnFolder(std::string path) : path_(std::move(path)) {}
    std::string path_;
};

Result<double> timed_sync(const std::string& folder) {
    const auto start = Clock::now();
    const UniqueFd fd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd || syncfs(fd.get()) != 0) return failed(folder, "syncing");
    return seconds(Clock::now() - start);
}

// One that cannot be killed holds the device, and says so itself.
tl::unexpected<Error> not_ended(const Error& error, std::chrono::milliseconds timeout) {
    if (error.code != ErrorCode::timed_out ||
        error.message.find("cannot be killed") != std::string::npos)
        return tl::unexpected(error);
    return fail(error.code, fmt::format("did not end within {:g} s (--timeout) and was killed",
                                        std::chrono::duration<double>(timeout).count()));
}

// A shell, or the wrapper of a PID namespace, turns a signal into 128 and its number.
Result<void> ended_well(const Program& program, const Finished& finished) {
    constexpr int signals_from = 128;
    const int code = finished.exit_code;
    if (code == 0) return {};
    const auto how = code > signals_from ? fmt::format("ended by signal {}", code - signals_from)
                                         : fmt::format("exit code {}", code);
    return fail(ErrorCode::failed,
                fmt::format("{}; it said: {}", how, program.complaint(finished)));
}

}  // namespace

std::string Program::complaint(const Finished& finished) const {
    return knowledge::last_words(finished.err.empty() ? finished.out : finished.err);
}

Result<void> write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) return failed(path, "writing");
    return {};
}

std::uint64_t count_of(const Readings& readings, const std::string& name) {
    const auto found = readings.find(name);
    constexpr double most = 1e18;
    if (found == readings.end() || !(found->second > 0)) return 0;
    return static_cast<std::uint64_t>(std::min(found->second, most));
}

Result<WorkloadResult> ProgramWorkload::result_of(const ProgramRun& run) const {
    const auto readings = program_->read(run);
    if (!readings)
        return fail(readings.error().code, fmt::format("{}; it said: {}", readings.error().message,
                                                       program_->complaint(run.finished)));
    const auto wanted = program_->metric().name;
    const auto found = readings->find(wanted);
    if (found == readings->end()) return fail(ErrorCode::failed, fmt::format("gave no {}", wanted));
    // All comparisons are ratios: nothing can be said of a zero.
    if (!std::isfinite(found->second) || found->second <= 0)
        return fail(ErrorCode::failed,
                    fmt::format("gave {} = {:g}, which cannot be compared: it did nothing of it",
                                wanted, found->second));
    WorkloadResult result;
    result.value = found->second;
    result.metrics = *readings;
    result.metrics["sync_share"] = run.sync_seconds / (run.seconds + run.sync_seconds);
    result.seconds = {{"measure", run.seconds}, {"sync", run.sync_seconds}};
    return result;
}

Result<std::optional<WorkloadResult>> ProgramWorkload::run_once(const std::string& binary,
                                                                const WorkloadPlace& place,
                                                                const WorkloadSettings& settings) {
    auto folder = OwnFolder::make(place.directory);
    if (!folder) return tl::unexpected(folder.error());
    auto argv = program_->arguments({folder->work(), folder->extras(), place.free_bytes, settings});
    if (!argv) return tl::unexpected(argv.error());
    argv->insert(argv->begin(), binary);

    Meters meters(place);
    const auto before = read_device_counters(place.device);
    const auto start = Clock::now();
    const auto finished = seams_.process.run({.argv = contained(folder->work(), *argv),
                                              .effect = Effect::writes_device,
                                              .deadline = request_.timeout,
                                              .stop = settings.stop});
    const auto end = Clock::now();
    if (!finished) return not_ended(finished.error(), request_.timeout);
    if (auto well = ended_well(*program_, *finished); !well) return tl::unexpected(well.error());
    const auto synced = timed_sync(folder->work());
    if (!synced) return tl::unexpected(synced.error());
    meters.stop();
    const auto after = read_device_counters(place.device);

    const ProgramRun run{*finished, seconds(end - start), *synced};
    if (program_->again(run)) return std::nullopt;
    auto result = result_of(run);
    if (!result) return tl::unexpected(result.error());
    if (before && after) {
        const auto moved = *after - *before;
        result->metrics["device_bytes_read"] = static_cast<double>(moved.bytes_read);
        result->metrics["device_bytes_written"] = static_cast<double>(moved.bytes_written);
    }
    meters.add_to(*result, program_->asked(result->metrics));
    const auto cleaning = Clock::now();
    if (auto removed = folder->remove(); !removed) return tl::unexpected(removed.error());
    result->seconds["clean"] = seconds(Clock::now() - cleaning);
    return *result;
}

Result<WorkloadResult> ProgramWorkload::run(const WorkloadPlace& place,
                                            const WorkloadSettings& settings) {
    const auto binary = seams_.find(info_.binary);
    if (!binary)
        return fail(binary.error().code, info_.package.empty()
                                             ? binary.error().message
                                             : fmt::format("{}: apt-get install {}",
                                                           binary.error().message, info_.package));
    for (;;) {
        auto result = run_once(*binary, place, settings);
        if (!result) return wrap(result.error(), info_.name);
        if (*result) return **result;
    }
}

}  // namespace fstune::probes
