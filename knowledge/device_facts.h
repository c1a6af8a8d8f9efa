// What is known of a block device without measuring it: read by probes/host, or by a reader from
// captured files; used by the catalogue's default rules, the geometry rules and `inspect`.
//
// Units: bytes, except read_ahead_kb (KiB, as the kernel names it).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fstune::knowledge {

struct QueueFacts {
    std::uint64_t logical_block_size = 512;
    std::uint64_t physical_block_size = 512;
    std::uint64_t minimum_io_size = 0;
    std::uint64_t optimal_io_size = 0;
    std::uint64_t discard_granularity = 0;
    std::uint64_t discard_max_bytes = 0;
    std::int64_t read_ahead_kb = 0;
    std::int64_t nr_requests = 0;
    std::int64_t max_sectors_kb = 0;
    std::string scheduler;                // the one in use
    std::vector<std::string> schedulers;  // all that are listed
    std::string write_cache;              // "write back" or "write through"
    bool rotational = false;
    bool has_requests = true;  // md and most of dm pass on what comes, and queue nothing
};

struct DeviceFacts {
    std::string name;  // kernel name: "sda", "loop3", "md4"
    std::string path;  // "/dev/sda"
    std::uint64_t size = 0;
    std::int64_t alignment_offset = 0;
    bool read_only = false;
    bool removable = false;
    std::string serial, wwn, model;
    std::uint64_t diskseq = 0;
    QueueFacts queue;
};

// The machine the device is on, as far as defaults depend on it.
struct MachineFacts {
    std::string kernel;  // "6.18.0"
    std::uint64_t page_size = 4096;
    int processors = 1;
    std::uint64_t memory = 0;  // bytes
    // Versions of the installed tools by program: {"mkfs.ext4", "1.47.0"}; absent: not installed.
    std::vector<std::pair<std::string, std::string>> tools;
};

}  // namespace fstune::knowledge
