// What is known beside the text that is looked at: told by the user, or learnt from the other
// inputs and from remarks in the text ("kernel 6.12").
//
// Units: bytes; 0 and empty: not known.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fstune::knowledge::diagnosis {

struct Version {
    int major = 0, minor = 0, patch = 0;
    auto operator<=>(const Version&) const = default;
};

// "6.18", "6.18.44-cloud-amd64", "1.47.0"; nothing where it does not start with two numbers.
std::optional<Version> version_of(std::string_view text);
std::string to_text(const Version& version);

struct Context {
    std::optional<Version> kernel;
    std::string filesystem;  // "ext4"
    std::string workload;    // "database"
    std::uint64_t page_size = 4096;
    std::uint64_t memory = 0;
    std::uint64_t device_size = 0;
    std::uint64_t physical_block_size = 0, logical_block_size = 0;
    std::map<std::string, Version> tools;  // "mke2fs" -> 1.46.5
};

// database, VM images and the like: small random writes inside large files.
bool writes_at_random(const Context& context);

// Takes up a kernel version that the text names: "kernel 6.12", "kernel=5.16.11".
void learn_kernel(std::string_view text, Context& context);

// Sector sizes that the text names: "physical 4096", "physical_block_size=4096", "4K physical".
void learn_sectors(std::string_view text, Context& context);

// Versions that tools print of themselves: "mke2fs 1.45.5 (07-Jan-2020)"; those of one package are
// one.
void learn_tools(std::string_view text, Context& context);

}  // namespace fstune::knowledge::diagnosis
