#include "knowledge/diagnosis/kinds/device_findings.h"

#include <fmt/format.h>

#include "knowledge/diagnosis/kinds/stripe_findings.h"
#include "knowledge/units.h"

namespace fstune::knowledge::diagnosis {

namespace {

// mkfs.xfs falls back to 32 KiB where the stripe unit is above what a log can have.
void add_log_unit(std::uint64_t chunk, Finding& geometry) {
    constexpr std::uint64_t largest_log_unit = 262144, fallback = 32768;
    if (chunk <= largest_log_unit) return;
    geometry.values["log_su_bytes"] = whole(fallback);
    geometry.advice +=
        "; the log's stripe unit is at most 256 KiB: -l su=32k (the fallback of mkfs.xfs), up to "
        "-l su=256k";
}

}  // namespace

void add_geometry(std::string_view subject, const Geometry& geometry, Findings& findings) {
    constexpr std::uint64_t block = 4096;
    if (geometry.stripe) {
        const auto& stripe = *geometry.stripe;
        findings.push_back(finding(
            "geometry", subject, geometry.reason,
            fmt::format("XFS: -d su={},sw={}; ext4 with 4 KiB blocks: -E "
                        "stride={},stripe_width={}; full stripe for LVM data alignment and thin "
                        "chunks: {} KiB",
                        stripe.chunk % 1024 == 0 ? fmt::format("{}k", stripe.chunk / 1024)
                                                 : std::to_string(stripe.chunk),
                        stripe.sw(), stripe.stride(block), stripe.stripe_width(block),
                        stripe.width() / 1024),
            stripe_values(stripe.chunk, stripe.width(), block)));
        findings.back().values["full_stripe_bytes"] = whole(stripe.width());
        add_log_unit(stripe.chunk, findings.back());
    } else {
        findings.push_back(finding("no-stripe", subject, geometry.reason,
                                   "tell mkfs no stride, stripe width, su or sw"));
    }
    for (const auto& warning : geometry.warnings)
        findings.push_back(finding(warning.code, subject, warning.message, warning.advice));
}

void add_refusals(const std::vector<Refusal>& refusals, Findings& findings) {
    for (const auto& refusal : refusals)
        findings.push_back(finding(refusal.code, refusal.device, refusal.message, refusal.advice));
}

void add_cut_off(std::string_view kind, const Error& error, Findings& findings) {
    findings.push_back(
        finding("input-cut-off", kind, error.message, "give the whole, unchanged output"));
}

}  // namespace fstune::knowledge::diagnosis
