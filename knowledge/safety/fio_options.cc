#include "knowledge/safety/fio_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr auto workload_options = std::to_array<std::string_view>({
    // What is done, and how much of it.
    "rw",
    "readwrite",
    "rw_sequencer",
    "bs",
    "blocksize",
    "ba",
    "blockalign",
    "bsrange",
    "blocksize_range",
    "bssplit",
    "bs_unaligned",
    "blocksize_unaligned",
    "bs_is_seq_rand",
    "size",
    "io_size",
    "io_limit",
    "filesize",
    "file_append",
    "offset",
    "offset_increment",
    "offset_align",
    "number_ios",
    "nrfiles",
    "openfiles",
    "file_service_type",
    "fill_device",
    "fill_fs",
    "loops",
    "numjobs",
    "startdelay",
    "start_delay",
    "runtime",
    "timeout",
    "time_based",
    "ramp_time",
    "rwmixread",
    "rwmixwrite",
    "randrepeat",
    "allrandrepeat",
    "randseed",
    "norandommap",
    "softrandommap",
    "random_generator",
    "random_distribution",
    "percentage_random",
    "zonemode",
    "zonesize",
    "zonerange",
    "zoneskip",
    // How it reaches the file.
    "direct",
    "buffered",
    "atomic",
    "sync",
    "fsync",
    "fdatasync",
    "end_fsync",
    "fsync_on_close",
    "write_barrier",
    "sync_file_range",
    "create_fsync",
    "create_serialize",
    "create_on_open",
    "create_only",
    "overwrite",
    "pre_read",
    "invalidate",
    "fadvise_hint",
    "fallocate",
    "lockfile",
    "unlink",
    "unlink_each_loop",
    "write_hint",
    "unique_filename",
    "iodepth",
    "iodepth_batch",
    "iodepth_batch_submit",
    "iodepth_batch_complete",
    "iodepth_batch_complete_min",
    "iodepth_batch_complete_max",
    "iodepth_low",
    "io_submit_mode",
    "serialize_overlap",
    "hipri",
    "hipri_percentage",
    "fixedbufs",
    "registerfiles",
    "sqthread_poll",
    "sqthread_poll_cpu",
    "nonvectored",
    "uncached",
    "nowait",
    "force_async",
    "userspace_reap",
    "cmdprio_percentage",
    "cmdprio_class",
    "cmdprio",
    "cmdprio_bssplit",
    "thp",
    "stat_type",
    "mem_align",
    "iomem_align",
    // What is written, and whether it is read back.
    "zero_buffers",
    "refill_buffers",
    "scramble_buffers",
    "buffer_compress_percentage",
    "buffer_compress_chunk",
    "dedupe_percentage",
    "dedupe_mode",
    "dedupe_working_set_percentage",
    "dedupe_global",
    "verify",
    "do_verify",
    "verify_only",
    "verify_offset",
    "verify_interval",
    "verify_fatal",
    "verify_async",
    "verify_backlog",
    "verify_backlog_batch",
    // How fast, and with what.
    "thinktime",
    "thinktime_spin",
    "thinktime_blocks",
    "thinktime_blocks_type",
    "thinktime_iotime",
    "rate",
    "rate_min",
    "ratemin",
    "rate_iops",
    "rate_iops_min",
    "rate_process",
    "rate_cycle",
    "ratecycle",
    "rate_ignore_thinktime",
    "max_latency",
    "latency_target",
    "latency_window",
    "latency_percentile",
    "latency_run",
    "flow",
    "flow_id",
    "flow_sleep",
    "thread",
    "nice",
    "prio",
    "prioclass",
    "cpumask",
    "cpus_allowed",
    "cpus_allowed_policy",
    "numa_cpu_nodes",
    "numa_mem_policy",
    "wait_for",
    "stonewall",
    "wait_for_previous",
    "exitall",
    "exit_what",
    "exitall_on_error",
    "continue_on_error",
    "ignore_error",
    "error_dump",
    "steadystate",
    "ss",
    "steadystate_duration",
    "ss_dur",
    "steadystate_ramp_time",
    "ss_ramp",
    // What is told of it.
    "group_reporting",
    "new_group",
    "stats",
    "bwavgtime",
    "iopsavgtime",
    "clat_percentiles",
    "lat_percentiles",
    "slat_percentiles",
    "percentile_list",
    "significant_figures",
    "disk_util",
    "gtod_reduce",
    "disable_lat",
    "disable_clat",
    "disable_slat",
    "disable_bw_measurement",
    "disable_bw",
    "gtod_cpu",
    "clocksource",
    "unified_rw_reporting",
    "kb_base",
    "unit_base",
    "log_avg_msec",
    "per_job_logs",
});

// "mem=mmap:/path" maps a file; a pattern may be a file's name in quotes.
constexpr auto word_options =
    std::to_array<std::string_view>({"mem", "iomem", "buffer_pattern", "verify_pattern"});

// Those that work on files of the job's folder and do something there.
constexpr auto engines = std::to_array<std::string_view>(
    {"sync", "psync", "vsync", "pvsync", "pvsync2", "libaio", "posixaio", "io_uring", "mmap",
     "splice", "falloc", "ftruncate", "filecreate", "filestat", "filedelete"});

constexpr auto format_words =
    std::to_array<std::string_view>({"$jobname", "$clientuid", "$jobnum", "$filenum"});

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

bool only(std::string_view text, std::string_view more) {
    return std::ranges::all_of(text, [more](char c) {
        return letters.find(c) != std::string_view::npos || more.find(c) != std::string_view::npos;
    });
}

bool all_file_names(std::string_view value) {
    return std::ranges::all_of(split(value, ':'), is_plain_file_name);
}

bool is_name_format(std::string value) {
    for (const auto& word : format_words)
        for (auto at = value.find(word); at != std::string::npos; at = value.find(word))
            value.replace(at, word.size(), "x");
    return is_plain_file_name(value);
}

struct Reason {
    std::string_view prefix;
    const char* why;
};

constexpr auto reasons = std::to_array<Reason>({
    {"directory", "fstune gives each trial a folder of its own; leave it out"},
    {"opendir", "the files have to be those that the job makes itself; leave it out"},
    {"exec_", "it runs a program; leave it out"},
    {"include", "it reads another file; put its lines into the job"},
    {"write_", "its log would be written to the filesystem that is measured; leave it out"},
    {"read_iolog", "a log names files anywhere; leave it out"},
    {"replay_", "a log names files anywhere; leave it out"},
    {"merge_blktrace", "it writes a file; leave it out"},
    {"verify_state", "it keeps files of its own; leave it out"},
    {"ioscheduler", "it changes the device's queue; leave it out"},
    {"allow_mounted_write", "it would let a job write to a mounted device; leave it out"},
    {"cgroup", "it changes the machine's control groups; leave it out"},
    {"uid", "it changes the user; leave it out"},
    {"gid", "it changes the group; leave it out"},
    {"profile", "it replaces the job; leave it out"},
});

}  // namespace

std::optional<FioOptionKind> fio_option_kind(std::string_view name) {
    if (name == "filename") return FioOptionKind::file_names;
    if (name == "filename_format") return FioOptionKind::name_format;
    if (name == "ioengine") return FioOptionKind::engine;
    if (std::ranges::find(word_options, name) != word_options.end()) return FioOptionKind::word;
    if (std::ranges::find(workload_options, name) != workload_options.end())
        return FioOptionKind::workload;
    return std::nullopt;
}

std::string why_not_fio_option(std::string_view name) {
    for (const auto& [prefix, why] : reasons)
        if (name.starts_with(prefix)) return why;
    return "fstune does not know that it stays within the job's folder; leave it out";
}

std::optional<std::string> wrong_fio_value(FioOptionKind kind, std::string_view value) {
    switch (kind) {
        case FioOptionKind::workload:
            // fio hands what begins with '$' to a shell with bc in it.
            if (!only(value, " _-+=.,:/%*()@!?"))
                return "only letters, digits, blanks and _-+=.,:/%*()@!? are let through";
            return std::nullopt;
        case FioOptionKind::word:
            if (!only(value, "_-+%")) return "only a word or a number is let through, no path";
            return std::nullopt;
        case FioOptionKind::file_names:
            if (all_file_names(value)) return std::nullopt;
            return "it names a file outside the folder that fstune makes; leave it out, or give a "
                   "bare name";
        case FioOptionKind::name_format:
            if (is_name_format(std::string(value))) return std::nullopt;
            return "it has to make bare file names of letters, digits and $jobname, $jobnum, "
                   "$filenum";
        case FioOptionKind::engine:
            if (std::ranges::find(engines, value) != engines.end()) return std::nullopt;
            return fmt::format("it is none of those that work on files: {}",
                               fmt::join(engines, ", "));
    }
    return "unknown";
}

bool is_plain_file_name(std::string_view name) {
    constexpr std::size_t longest = 100;
    return !name.empty() && name.size() <= longest && name.front() != '.' && name.front() != '-' &&
           only(name, " _-+=.,@%");
}

}  // namespace fstune::knowledge
