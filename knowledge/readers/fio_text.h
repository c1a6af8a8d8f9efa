// Reads fio's human output, whole or a few lines of it, and the remarks people paste with it.
//
// Units: bytes, bytes a second, nanoseconds.
// Source: fio 3.33 stat.c (show_ddir_status).
// Threads: safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fstune::knowledge {

struct FioText {
    std::string direction;  // "read", "write"; from the result line or rw=
    bool random = false;
    std::optional<bool> direct;
    double iops = 0, bytes_per_s = 0;
    std::optional<double> latency_min_ns, latency_mean_ns;
    std::optional<double> device_bytes_per_s;  // what iostat showed
    int hard_disks = 0;
    std::uint64_t size = 0;  // --size
};

bool is_fio_text(std::string_view text);
FioText read_fio_text(std::string_view text);

// "82.8k", "1.2M": fio's decimal counts.
std::optional<double> fio_count(std::string_view text);

}  // namespace fstune::knowledge
