#include "knowledge/readers/fdisk.h"

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

void read_line(std::string_view line, FdiskDisk& disk) {
    if (line.starts_with("Sector size"))
        read_pair(line, disk.logical_block_size, disk.physical_block_size);
    else if (line.starts_with("I/O size"))
        read_pair(line, disk.minimum_io_size, disk.optimal_io_size);
    else if (line.starts_with("Disklabel type:"))
        disk.label = trimmed(line.substr(15));
    else if (line.starts_with("/dev/"))
        read_partition(words_of(line), disk);
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
        } else if (!disks.empty()) {
            read_line(line, disks.back());
        }
    }
    if (disks.empty())
        return fail(ErrorCode::bad_input, "no fdisk -l output: no line 'Disk /dev/NAME: …'");
    return disks;
}

}  // namespace fstune::knowledge
