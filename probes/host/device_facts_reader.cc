#include "probes/host/device_facts_reader.h"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include "knowledge/readers/sysfs_values.h"
#include "probes/host/device_tree.h"

namespace fstune::probes {

namespace {

template <typename T>
T number(const std::string& text) {
    T value{};
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

// The first of several places that says something: drivers do not agree on one.
std::string first_of(const DeviceTree& tree, const std::string& name,
                     std::initializer_list<const char*> paths) {
    for (const auto* path : paths)
        if (auto text = tree.attribute(name, path); !text.empty()) return text;
    return "";
}

// SCSI keeps the serial in page 0x80 of the vital product data: four bytes of header, then text.
std::string scsi_serial(const DeviceTree& tree, const std::string& disk) {
    const auto page = tree.attribute(disk, "device/vpd_pg80");
    return page.size() > 4 ? page.substr(page.find_first_not_of(' ', 4)) : "";
}

knowledge::QueueFacts read_queue(const Files& files, const DeviceTree& tree,
                                 const std::string& disk) {
    const auto unsigned_of = [&](const char* attribute) {
        return number<std::uint64_t>(tree.attribute(disk, std::string("queue/") + attribute));
    };
    const auto signed_of = [&](const char* attribute) {
        return static_cast<std::int64_t>(unsigned_of(attribute));
    };
    knowledge::QueueFacts queue;
    queue.logical_block_size = unsigned_of("logical_block_size");
    queue.physical_block_size = unsigned_of("physical_block_size");
    if (queue.logical_block_size == 0) queue.logical_block_size = 512;
    if (queue.physical_block_size == 0) queue.physical_block_size = queue.logical_block_size;
    queue.minimum_io_size = unsigned_of("minimum_io_size");
    queue.optimal_io_size = unsigned_of("optimal_io_size");
    queue.discard_granularity = unsigned_of("discard_granularity");
    queue.discard_max_bytes = unsigned_of("discard_max_bytes");
    queue.read_ahead_kb = signed_of("read_ahead_kb");
    queue.nr_requests = signed_of("nr_requests");
    queue.max_sectors_kb = signed_of("max_sectors_kb");
    queue.write_cache = tree.attribute(disk, "queue/write_cache");
    queue.rotational = unsigned_of("rotational") == 1;
    const auto schedulers = tree.attribute(disk, "queue/scheduler");
    knowledge::read_scheduler(schedulers, queue);
    // Brackets: where there is a choice there are requests to choose among (kernels before 5.0).
    queue.has_requests = files.exists("/sys/class/block/" + disk + "/mq") ||
                         schedulers.find('[') != std::string::npos;
    return queue;
}

std::uint64_t memory_bytes(const Files& files) {
    const auto text = files.read("/proc/meminfo").value_or("");
    const auto at = text.find("MemTotal:");
    if (at == std::string::npos) return 0;
    std::istringstream words(text.substr(at + 9));
    std::uint64_t kib = 0;
    words >> kib;
    return kib * 1024;
}

int count_processors(const Files& files) {
    std::istringstream lines(files.read("/proc/cpuinfo").value_or(""));
    int count = 0;
    for (std::string line; std::getline(lines, line);)
        count += line.starts_with("processor") ? 1 : 0;
    return std::max(count, 1);
}

// The first word that looks like "1.47.0" or "v6.2" in what the tool says of itself.
std::string version_in(const std::string& text) {
    const auto separators = " \n\t,()";
    for (std::size_t at = 0; (at = text.find_first_not_of(separators, at)) != std::string::npos;) {
        const auto end = std::min(text.find_first_of(separators, at), text.size());
        const auto from = text[at] == 'v' ? at + 1 : at;
        if (from < end && std::isdigit(static_cast<unsigned char>(text[from])) != 0 &&
            text.substr(from, end - from).find('.') != std::string::npos)
            return text.substr(from, end - from);
        at = end;
    }
    return "";
}

}  // namespace

Result<knowledge::DeviceFacts> read_device_facts(const Files& files, const std::string& name) {
    const DeviceTree tree(files);
    if (!tree.exists(name))
        return fail(ErrorCode::failed, fmt::format("there is no block device '{}'", name));
    const auto disk = tree.whole_disk(name);
    knowledge::DeviceFacts facts;
    facts.name = name;
    facts.path = "/dev/" + name;
    facts.size = number<std::uint64_t>(tree.attribute(name, "size")) * 512;
    facts.alignment_offset = number<std::int64_t>(tree.attribute(name, "alignment_offset"));
    facts.read_only = tree.attribute(name, "ro") == "1" || tree.attribute(disk, "ro") == "1";
    facts.removable = tree.attribute(disk, "removable") == "1";
    facts.serial = first_of(tree, disk, {"serial", "device/serial"});
    if (facts.serial.empty()) facts.serial = scsi_serial(tree, disk);
    facts.wwn = first_of(tree, disk, {"wwid", "device/wwid", "dm/uuid", "md/uuid"});
    facts.model = first_of(tree, disk, {"device/model", "dm/name"});
    facts.diskseq = number<std::uint64_t>(tree.attribute(disk, "diskseq"));
    facts.queue = read_queue(files, tree, disk);
    return facts;
}

knowledge::MachineFacts read_machine_facts(const Files& files, Process& process) {
    knowledge::MachineFacts facts;
    facts.kernel = files.read("/proc/sys/kernel/osrelease").value_or("");
    while (!facts.kernel.empty() && facts.kernel.back() == '\n') facts.kernel.pop_back();
    facts.page_size = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    facts.processors = count_processors(files);
    facts.memory = memory_bytes(files);
    for (const auto* tool : {"mkfs.ext4", "mkfs.xfs", "mkfs.btrfs"}) {
        const auto answer = process.run({.argv = {tool, "-V"}});
        if (!answer || answer->exit_code != 0) continue;
        facts.tools.emplace_back(tool, version_in(answer->out + answer->err));
    }
    return facts;
}

}  // namespace fstune::probes
