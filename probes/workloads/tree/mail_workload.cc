#include "probes/workloads/tree/mail_workload.h"

#include <algorithm>

#include "probes/meters/meters.h"
#include "probes/workloads/on_threads.h"
#include "probes/workloads/settings.h"
#include "probes/workloads/tree/directories.h"
#include "probes/workloads/tree/small_file.h"
#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

namespace {

constexpr std::size_t smallest = 500, directories_each = 10;
constexpr TreeDefaults defaults{.threads = 4, .file_size = 10'000, .files = 4000};

// One thread's files.
class Mailbox {
  public:
    Mailbox(const Directories& directories, std::size_t thread, const TreeJob& job, TreeHand& hand)
        : directories_(directories),
          thread_(thread),
          job_(job),
          hand_(hand),
          smallest_(std::min(smallest, job.file_size)),
          buffer_(aligned_buffer(job.file_size)) {}

    Result<void> fill(const std::stop_token& stop) {
        while (files_.size() < job_.files_each && !stop.stop_requested())
            if (const auto made = create(); !made) return tl::unexpected(made.error());
        return {};
    }

    Result<void> transact(Recorder& recorder) {
        if (auto done = hand_.random.one_in(2) ? read(recorder) : append_some(recorder); !done)
            return done;
        // As many as at first, more or less: a walk would fill the disk or leave nothing.
        const bool many = files_.size() >= job_.files_each + job_.files_each / 10 + 1;
        const bool few = files_.size() <= job_.files_each - job_.files_each / 10;
        if (many || (!few && hand_.random.one_in(2))) return remove_one();
        const auto made = create();
        if (!made) return tl::unexpected(made.error());
        recorder.written_bytes += *made;
        return {};
    }

  private:
    int directory(std::uint64_t file) const {
        return directories_.at(thread_ * directories_each + file % directories_each);
    }
    std::uint64_t& any() { return files_[hand_.random.below(files_.size())]; }
    std::size_t any_size() {
        return static_cast<std::size_t>(hand_.random.between(smallest_, job_.file_size));
    }

    Result<std::size_t> create() {
        const auto number = next_++;
        const auto size = any_size();
        auto made = write_new(directory(number), FileName('m', number).text, hand_.data.next(size),
                              size, job_.sync);
        if (!made) return tl::unexpected(made.error());
        files_.push_back(number);
        return size;
    }

    Result<void> read(Recorder& recorder) {
        const auto file = any();
        const auto got =
            read_whole(directory(file), FileName('m', file).text, buffer_.get(), job_.file_size);
        if (!got) return tl::unexpected(got.error());
        recorder.read_bytes += *got;
        return {};
    }

    Result<void> append_some(Recorder& recorder) {
        const auto file = any();
        const auto size = any_size() / 4 + 1;
        recorder.written_bytes += size;
        return append(directory(file), FileName('m', file).text, hand_.data.next(size), size,
                      job_.sync);
    }

    Result<void> remove_one() {
        auto& chosen = any();
        const auto file = chosen;
        chosen = files_.back();
        files_.pop_back();
        return remove(directory(file), FileName('m', file).text);
    }

    const Directories& directories_;
    std::size_t thread_;
    const TreeJob& job_;
    TreeHand& hand_;
    std::size_t smallest_;
    AlignedBuffer buffer_;
    std::vector<std::uint64_t> files_;
    std::uint64_t next_ = 0;
};

}  // namespace

std::string MailWorkload::summary() const {
    return "4 threads read, append to, make and remove files of 500 to 10,000 bytes, as a mail "
           "server does";
}

std::optional<std::string> MailWorkload::unsuitable(const WorkloadPlace& place) const {
    return no_room(name(), place);
}

Result<WorkloadResult> MailWorkload::run(const WorkloadPlace& place,
                                         const WorkloadSettings& settings) {
    if (auto good = check(settings); !good) return tl::unexpected(good.error());
    const auto fitting =
        tree_job(defaults, settings, place.free_bytes / 2);  // appending makes larger
    if (!fitting) return tl::unexpected(fitting.error());
    const auto& job = *fitting;
    const auto start = SteadyClock::now();
    const auto directories = Directories::make(place, "mail", job.threads * directories_each);
    if (!directories) return tl::unexpected(directories.error());
    auto own = hands(settings, job);
    std::vector<Mailbox> boxes;
    boxes.reserve(job.threads);
    for (std::size_t i = 0; i < job.threads; ++i) boxes.emplace_back(*directories, i, job, own[i]);
    const auto filled =
        on_threads(job.threads, [&](std::size_t i) { return boxes[i].fill(settings.stop); });
    if (!filled) return tl::unexpected(filled.error());
    if (auto synced = sync_filesystem(place.directory); !synced)
        return tl::unexpected(synced.error());
    const double preparing = seconds(SteadyClock::now() - start);

    Meters meters(place);
    const auto measured = run_stretch(
        {job.threads, settings.length, settings.stop, place.directory},
        [&](std::size_t thread, Recorder& recorder) -> Result<void> {
            while (recorder.more())
                if (auto done = recorder.time([&] { return boxes[thread].transact(recorder); });
                    !done)
                    return done;
            return {};
        });
    if (!measured) return tl::unexpected(measured.error());
    meters.stop();
    auto result = tree_result(*this, *measured);
    result.seconds["prepare"] = preparing;
    // Its files are removed again before they are written, as a mail server's are, and read while
    // they are in memory: neither is claimed to have moved over the device.
    meters.add_to(result, {.operations = measured->operations, .from_device = false});
    return result;
}

}  // namespace fstune::probes
