#include "knowledge/readers/fdisk.h"

#include <cmath>
#include <optional>

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

// "Disk /dev/sdX: 16.37 TiB, 18000207937536 bytes, 35156656128 sectors"
void read_head(std::string_view line, FdiskDisk& disk) {
    const auto colon = line.find(':');
    disk.path = line.substr(5, colon - 5);
    const auto words = words_of(line);
    for (std::size_t i = 1; i < words.size(); ++i)
        if (words[i].starts_with("bytes"))
            disk.size = number_at<std::uint64_t>(words[i - 1]).value_or(0);
}

// The two numbers of "Sector size (logical/physical): 512 bytes / 4096 bytes"
void read_pair(std::string_view line, std::uint64_t& first, std::uint64_t& second) {
    const auto colon = line.find("):");
    if (colon == std::string_view::npos) return;
    const auto slash = line.find('/', colon);
    first = number_at<std::uint64_t>(trimmed(line.substr(colon + 2))).value_or(first);
    if (slash != std::string_view::npos)
        second = number_at<std::uint64_t>(trimmed(line.substr(slash + 1))).value_or(second);
}

// "/dev/sda1  *  2048  1050623 ...": the boot mark is a column of its own.
void read_partition(const std::vector<std::string_view>& words, FdiskDisk& disk) {
    const std::size_t first = words.size() > 1 && words[1] == "*" ? 2 : 1;
    if (words.size() < first + 2 || disk.partitions.size() == most_entries) return;
    const auto start = number_at<std::uint64_t>(words[first]),
               end = number_at<std::uint64_t>(words[first + 1]);
    if (start && end) disk.partitions.push_back({std::string(words[0]), *start, *end});
}

// "/dev/sdb1 : start=   34, size= 7814037101, type=..."
bool read_dumped(std::string_view line, FdiskDisk& disk) {
    const auto start = line.find("start="), size = line.find("size=");
    if (start == std::string_view::npos || size == std::string_view::npos) return false;
    const auto first = number_at<std::uint64_t>(trimmed(line.substr(start + 6))),
               sectors = number_at<std::uint64_t>(trimmed(line.substr(size + 5)));
    if (first && sectors && disk.partitions.size() < most_entries)
        disk.partitions.push_back({std::string(words_of(line)[0]), *first, *first + *sectors});
    return true;
}

// "34s", "17408B", "17.4kB", "1049kB": the sector it stands for. A rounded number stands for the
// physical block within its last digit, where there is one.
std::optional<std::uint64_t> parted_sector(std::string_view word, const FdiskDisk& disk) {
    const auto number = number_at<double>(word);
    const auto unit_at = word.find_first_not_of("0123456789.");
    if (!number || *number < 0 || unit_at == std::string_view::npos) return std::nullopt;
    const auto unit = word.substr(unit_at);
    const double factor = unit == "s"     ? static_cast<double>(disk.logical_block_size)
                          : unit == "B"   ? 1
                          : unit == "kB"  ? 1e3
                          : unit == "MB"  ? 1e6
                          : unit == "GB"  ? 1e9
                          : unit == "TB"  ? 1e12
                          : unit == "kiB" ? 1024
                          : unit == "MiB" ? 1048576
                          : unit == "GiB" ? 1073741824
                                          : 0;
    const auto bytes = *number * factor;
    if (factor == 0 || bytes > 9e18 || disk.logical_block_size == 0) return std::nullopt;
    const auto sector = static_cast<double>(disk.logical_block_size);
    const auto point = word.find('.');
    double step = unit == "s" || unit == "B" ? 0 : factor;
    if (point != std::string_view::npos && point < unit_at)
        for (auto i = point + 1; i < unit_at; ++i) step /= 10;
    const auto physical = static_cast<double>(disk.physical_block_size);
    const auto block = physical > 0 ? std::round(bytes / physical) * physical : bytes;
    return static_cast<std::uint64_t>(
        (std::abs(block - bytes) <= step / 2 ? block : bytes) / sector + 0.5);
}

// " 1      34s   7814037134s  7814037101s  ext4"
void read_parted(const std::vector<std::string_view>& words, FdiskDisk& disk) {
    if (words.size() < 3 || disk.partitions.size() == most_entries) return;
    const auto start = parted_sector(words[1], disk), end = parted_sector(words[2], disk);
    if (start && end)
        disk.partitions.push_back(
            {disk.path + " partition " + std::string(words[0]), *start, *end});
}

void read_line(std::string_view line, FdiskDisk& disk) {
    if (line.starts_with("Sector size"))
        read_pair(line, disk.logical_block_size, disk.physical_block_size);
    else if (line.starts_with("I/O size"))
        read_pair(line, disk.minimum_io_size, disk.optimal_io_size);
    else if (line.starts_with("Disklabel type:"))
        disk.label = trimmed(line.substr(15));
    else if (line.starts_with("sector-size:"))
        disk.logical_block_size =
            number_at<std::uint64_t>(trimmed(line.substr(12))).value_or(disk.logical_block_size);
    else if (line.starts_with("/dev/") && read_dumped(line, disk))
        return;
    else if (line.starts_with("/dev/"))
        read_partition(words_of(line), disk);
    else if (const auto words = words_of(line); !words.empty() && number_at<unsigned>(words[0]))
        read_parted(words, disk);
}

}  // namespace

Result<std::vector<FdiskDisk>> read_fdisk(std::string_view text) {
    std::vector<FdiskDisk> disks;
    while (const auto next = next_line(text)) {
        const auto line = trimmed(*next);
        if (line.starts_with("Disk /") && line.find(':') != std::string_view::npos) {
            if (disks.size() == most_entries)
                return fail(ErrorCode::bad_input, "fdisk: more disks than a machine has");
            read_head(line, disks.emplace_back());
        } else if (line.starts_with("device: /dev/")) {
            if (disks.size() == most_entries)
                return fail(ErrorCode::bad_input, "sfdisk: more disks than a machine has");
            auto& disk = disks.emplace_back();
            disk.path = trimmed(line.substr(8));
            disk.physical_block_size = 4096;
            disk.physical_told = false;
        } else if (!disks.empty()) {
            read_line(line, disks.back());
        }
    }
    if (disks.empty())
        return fail(ErrorCode::bad_input, "no fdisk -l output: no line 'Disk /dev/NAME: …'");
    return disks;
}

}  // namespace fstune::knowledge
