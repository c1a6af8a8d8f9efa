#include "knowledge/diagnosis/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

std::optional<Version> version_of(std::string_view text) {
    if (text.starts_with('v')) text.remove_prefix(1);
    Version version;
    std::string_view rest;
    const auto major = number_at_front<int>(text, &rest);
    if (!major || *major < 0 || !rest.starts_with('.')) return std::nullopt;
    const auto minor = number_at_front<int>(rest.substr(1), &rest);
    if (!minor || *minor < 0) return std::nullopt;
    version.major = *major;
    version.minor = *minor;
    if (rest.starts_with('.'))
        if (const auto patch = number_at_front<int>(rest.substr(1))) version.patch = *patch;
    return version;
}

std::string to_text(const Version& version) {
    if (version.patch == 0) return fmt::format("{}.{}", version.major, version.minor);
    return fmt::format("{}.{}.{}", version.major, version.minor, version.patch);
}

bool writes_at_random(const Context& context) {
    const auto workload = to_lower(context.workload);
    constexpr std::array<std::string_view, 9> words = {
        "database", "db", "vm", "virtual", "postgres", "mysql", "sqlite", "key-value", "oltp"};
    return std::ranges::any_of(words,
                               [&](auto word) { return workload.find(word) != workload.npos; });
}

void learn_kernel(std::string_view text, Context& context) {
    if (context.kernel) return;
    for (auto at = text.find("ernel"); at != std::string_view::npos;
         at = text.find("ernel", at + 1)) {
        auto rest = text.substr(at + 5, 40);
        const auto number = rest.find_first_not_of(" \t=:");
        if (number == std::string_view::npos || number == 0) continue;
        if (const auto version = version_of(rest.substr(number))) {
            context.kernel = version;
            return;
        }
    }
}

namespace {

std::uint64_t sector_size_after(std::string_view text, std::string_view word) {
    for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        auto rest = text.substr(at + word.size(), 24);
        const auto digits = rest.find_first_of("0123456789");
        if (digits == rest.npos || digits == 0) continue;
        const auto between = rest.substr(0, digits);
        if (between.find_first_of("/)(,;\n") != between.npos) continue;
        const auto size = number_at_front<std::uint64_t>(rest.substr(digits));
        if (size && *size >= 512 && *size <= 65536 && (*size & (*size - 1)) == 0) return *size;
    }
    return 0;
}

}  // namespace

void learn_sectors(std::string_view text, Context& context) {
    text = text.substr(0, std::size_t{1} << 20);
    if (context.physical_block_size == 0)
        context.physical_block_size = sector_size_after(text, "physical");
    if (context.logical_block_size == 0)
        context.logical_block_size = sector_size_after(text, "logical");
    for (const auto* words : {"4K physical", "4k physical", "4096-byte physical", "4KiB physical"})
        if (context.physical_block_size == 0 && text.find(words) != text.npos)
            context.physical_block_size = 4096;
}

void learn_tools(std::string_view text, Context& context) {
    text = text.substr(0, std::size_t{1} << 20);
    for (const std::string_view name : {"mke2fs ", "e2fsprogs ", "tune2fs ", "dumpe2fs "})
        if (const auto at = text.find(name); at != text.npos && !context.tools.contains("mke2fs"))
            if (const auto version = version_of(text.substr(at + name.size(), 16)))
                context.tools["mke2fs"] = *version;
}

}  // namespace fstune::knowledge::diagnosis
