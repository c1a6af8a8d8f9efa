#include "knowledge/diagnosis/kinds/fio_options.h"

#include <fmt/format.h>

#include <map>

#include "knowledge/readers/fstab.h"
#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

constexpr std::size_t longest_text = 65536;  // more is no job file

void add(Findings& findings, std::string_view code, std::string_view subject, std::string message,
         std::string advice, Values values = {}) {
    findings.push_back(
        finding(code, subject, std::move(message), std::move(advice), std::move(values)));
}

// fio options of a command line or a job file.
std::map<std::string, std::string> fio_options(std::string_view text) {
    std::map<std::string, std::string> options;
    for_each_line(text, [&](std::string_view line) {
        // Options of others: "mkfs.xfs -i size=512".
        if (line.find("mkfs") != line.npos || line.find("mke2fs") != line.npos) return;
        for (auto word : split_words(line)) {
            while (word.starts_with('-')) word.remove_prefix(1);
            if (word.ends_with(',')) word.remove_suffix(1);
            for (const auto part : split(word, ','))
                if (part.find('=') != part.npos && options.size() < 1000)
                    options.try_emplace(std::string(option_name(part)), option_value(part));
        }
    });
    return options;
}

}  // namespace

bool has_fio_options(std::string_view text) {
    if (text.size() > longest_text) return false;
    const auto options = fio_options(text);
    int known = 0;
    for (const auto* name : {"rw", "readwrite", "bs", "size", "numjobs", "ioengine", "iodepth",
                             "filename", "runtime", "direct", "time_based", "blocksize"})
        known += options.contains(name) ? 1 : 0;
    return known >= 2 &&
           (options.contains("rw") || options.contains("size") || options.contains("ioengine"));
}

void check_fio_options(std::string_view text, const Context& context, Findings& findings) {
    if (text.size() > longest_text) return;
    auto options = fio_options(text);
    const auto jobs = number_of<std::uint64_t>(options["numjobs"]).value_or(1);
    const auto size = options["size"];
    const bool direct = options["direct"] == "1";
    const bool fsync =
        options.contains("fsync") || options["end_fsync"] == "1" || options.contains("fdatasync");
    if (jobs > 1 && size.ends_with('%'))
        add(findings, "size-is-per-job", "size",
            fmt::format("size={} is for each of {} jobs: the device is written {} times", size,
                        jobs, jobs),
            "volume of pre-conditioning = numjobs x size: use one job, or offsets; pass once; "
            "group writes, then "
            "reads, with ramp_time",
            {{"numjobs", whole(jobs)}});
    const auto bytes = parse_size(size);
    if (bytes && !direct && context.memory != 0 && times(*bytes, jobs) / 2 < context.memory)
        add(findings, "data-set-too-small", "size",
            fmt::format("a data set of {} against {} of memory: the page cache hides the device",
                        format_size(times(*bytes, jobs)), format_size(context.memory)),
            "use at least twice the memory, or direct=1; regressions of buffered writes show only "
            "so, and "
            "without fsync");
    else if (bytes && !direct && context.memory == 0)
        add(findings, "buffered-run", "direct",
            "buffered: it measures the page cache unless the data set is at least twice the memory",
            fsync ? "fsync hides regressions of buffered writes; use a data set of twice the "
                    "memory without it"
                  : "use a data set of at least twice the memory, or direct=1; record the kernel "
                    "with the baseline");
}

}  // namespace fstune::knowledge::diagnosis
