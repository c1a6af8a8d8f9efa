#include "knowledge/readers/fio_text.h"

#include <array>

#include "knowledge/readers/text.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

double rate_unit(std::string_view unit) {
    unit = trim(unit);
    constexpr auto units =
        std::to_array<std::pair<std::string_view, double>>({{"KiB/s", 1024},
                                                            {"MiB/s", 1048576},
                                                            {"GiB/s", 1073741824},
                                                            {"kB/s", 1e3},
                                                            {"KB/s", 1024},
                                                            {"MB/s", 1e6},
                                                            {"GB/s", 1e9},
                                                            {"B/s", 1}});
    for (const auto& [name, factor] : units)
        if (unit.starts_with(name)) return factor;
    return 0;
}

std::optional<double> rate_of(std::string_view text) {
    std::string_view unit;
    const auto number = number_at_front<double>(trim(text), &unit);
    if (!number || rate_unit(unit) == 0) return std::nullopt;
    return *number * rate_unit(unit);
}

void take_latency(std::string_view line, FioText& fio) {
    // clat before lat before slat: the last is only the time of submission.
    if (line.starts_with("slat")) return;
    const double factor = line.find("(nsec)") != line.npos   ? 1
                          : line.find("(usec)") != line.npos ? 1e3
                          : line.find("(msec)") != line.npos ? 1e6
                                                             : 0;
    const auto minimum = value_of(line, "min"), mean = value_of(line, "avg");
    if (factor == 0 || !minimum || !mean || fio.latency_mean_ns) return;
    if (const auto low = fio_count(*minimum)) fio.latency_min_ns = *low * factor;
    if (const auto middle = fio_count(*mean)) fio.latency_mean_ns = *middle * factor;
}

void take_result(std::string_view line, FioText& fio) {
    for (const auto* name : {"read", "write"})
        if (line.starts_with(name)) fio.direction = name;
    if (const auto iops = value_of(line, "IOPS"))
        if (const auto count = fio_count(*iops)) fio.iops = *count;
    for (const auto* key : {"BW", "bw"})
        if (const auto bandwidth = value_of(line, key))
            if (const auto rate = rate_of(*bandwidth)) fio.bytes_per_s = *rate;
}

void take_command(std::string_view line, FioText& fio) {
    for (const auto* key : {"--rw", "--readwrite", "rw"})
        if (const auto rw = value_of(line, key)) {
            fio.random |= rw->find("rand") != rw->npos;
            if (fio.direction.empty())
                fio.direction = rw->find("write") != rw->npos ? "write" : "read";
        }
    fio.random |= line.find("randread") != line.npos || line.find("randwrite") != line.npos;
    for (const auto* key : {"--direct", "direct"})
        if (const auto direct = value_of(line, key)) fio.direct = *direct == "1";
    if (line.find("no --direct") != line.npos) fio.direct = false;
    if (const auto size = value_of(line, "--size"))
        if (const auto bytes = parse_size(*size)) fio.size = *bytes;
}

bool names_hard_disks(std::string_view line) {
    for (const auto* words : {"HDD", "hard disk", "hard drive", "rpm"})
        if (line.find(words) != line.npos) return true;
    return false;
}

// "14 x 4 TB HDD", "iostat ...: about 32 MB/s"
void take_remarks(std::string_view line, FioText& fio) {
    const auto words = split_words(line);
    if (names_hard_disks(line))
        for (std::size_t i = 0; i + 1 < words.size(); ++i)
            if (const auto count = number_of<int>(words[i]);
                count && *count > 0 && *count < 10000 &&
                (words[i + 1] == "x" || words[i + 1].starts_with("HDD") || words[i + 1] == "hard" ||
                 words[i + 1].ends_with("rpm")))
                fio.hard_disks = *count;
    if (!line.starts_with("iostat")) return;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (const auto number = number_of<double>(words[i]); number && rate_unit(words[i + 1]) != 0)
            fio.device_bytes_per_s = *number * rate_unit(words[i + 1]);
}

}  // namespace

std::optional<double> fio_count(std::string_view text) {
    std::string_view unit;
    const auto number = number_at_front<double>(trim(text), &unit);
    if (!number || *number < 0 || *number > 1e15) return std::nullopt;
    const double factor = unit.starts_with('k') || unit.starts_with('K') ? 1e3
                          : unit.starts_with('M')                        ? 1e6
                                                                         : 1;
    return *number * factor;
}

bool is_fio_text(std::string_view text) {
    const bool disks = names_hard_disks(text.substr(0, std::size_t{1} << 16));
    return any_line(text, [&](std::string_view line) {
        line = trim(line);
        if (line.find("avg=") == line.npos && line.find("IOPS=") == line.npos &&
            line.find("iops=") == line.npos)
            return false;
        const bool latency = (line.starts_with("lat (") || line.starts_with("clat (")) &&
                             line.find("min=") != line.npos && line.find("avg=") != line.npos;
        const bool result = (line.starts_with("read") || line.starts_with("write")) &&
                            line.find("IOPS=") != line.npos && line.find("BW=") != line.npos;
        const bool old = (line.starts_with("read ") || line.starts_with("write")) &&
                         line.find("io=") != line.npos && line.find("iops=") != line.npos;
        return latency || result || old || (disks && line.find("IOPS=") != line.npos);
    });
}

FioText read_fio_text(std::string_view text) {
    FioText fio;
    for_each_line(text, [&](std::string_view line) {
        line = trim(line);
        take_latency(line, fio);
        if (line.find("IOPS=") != line.npos && fio.iops == 0) take_result(line, fio);
        if (line.find("iops=") != line.npos && fio.iops == 0 && line.find("io=") != line.npos) {
            take_result(line, fio);
            if (const auto iops = value_of(line, "iops"))
                if (const auto count = fio_count(*iops)) fio.iops = *count;
        }
        take_command(line, fio);
        take_remarks(line, fio);
    });
    return fio;
}

}  // namespace fstune::knowledge
