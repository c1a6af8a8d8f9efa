// How a device spreads data over disks, and what mkfs is told of it.
//
// Units: bytes; stride and stripe width in blocks of the filesystem.
// Threads: safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fstune::knowledge {

// Data disks that each hold a chunk (stripe unit) of every full stripe.
struct Stripe {
    int data_disks = 0;
    std::uint64_t chunk = 0;  // bytes

    std::uint64_t su() const { return chunk; }
    int sw() const { return data_disks; }
    std::uint64_t width() const { return chunk * static_cast<std::uint64_t>(data_disks); }
    std::uint64_t stride(std::uint64_t block_size) const { return chunk / block_size; }
    std::uint64_t stripe_width(std::uint64_t block_size) const { return width() / block_size; }
    bool operator==(const Stripe&) const = default;
};

// A notice of the geometry rules; codes are stable and listed by `fstune diagnose --codes`.
struct GeometryWarning {
    std::string code;     // "bogus-optimal-io-size"
    std::string message;  // what is so
    std::string advice;   // what to do
};

struct Geometry {
    std::optional<Stripe> stripe;  // none: mkfs is told nothing
    std::string reason;            // why so
    std::vector<GeometryWarning> warnings;
};

}  // namespace fstune::knowledge
