// fio text, bonnie++, dbench, tiobench and ministat output.
#include <fmt/format.h>

#include "knowledge/diagnosis/kinds/fio_rules.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/readers/bonnie_csv.h"
#include "knowledge/readers/dbench.h"
#include "knowledge/readers/fio_text.h"
#include "knowledge/readers/tables/ministat.h"
#include "knowledge/readers/text.h"
#include "knowledge/readers/tiobench.h"

namespace fstune::knowledge::diagnosis {

namespace {

void examine_fio_text(std::string_view text, const Context& context, Findings& findings) {
    const auto fio = read_fio_text(text);
    FioFacts facts;
    facts.direction = fio.direction.empty() ? "fio" : fio.direction;
    facts.direct = fio.direct;
    facts.random = fio.random;
    facts.latency_min_ns = fio.latency_min_ns;
    facts.latency_mean_ns = fio.latency_mean_ns;
    facts.bytes_per_s = fio.bytes_per_s;
    facts.iops = fio.iops;
    facts.bytes_asked = fio.size;
    facts.device_bytes_per_s = fio.device_bytes_per_s;
    facts.hard_disks = fio.hard_disks;
    if (fio.iops > 0)
        findings.push_back(
            finding("fio-result", facts.direction,
                    fmt::format("{:.4g} IOPS, {:.4g} MiB/s", fio.iops, fio.bytes_per_s / 1048576),
                    "", {{"iops", fio.iops}, {"bytes_per_s", fio.bytes_per_s}}));
    check_fio(facts, context, findings);
}

bool is_bonnie(std::string_view text) {
    return any_line(text, [](std::string_view line) { return bonnie_line(line).has_value(); });
}

void examine_bonnie(std::string_view text, const Context&, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        const auto run = bonnie_line(line);
        if (!run || findings.size() > 1000) return;
        std::vector<std::string> missing;
        for (const auto& field : run->fields)
            if (field.too_fast) missing.push_back(field.name);
        if (missing.empty()) return;
        const auto count = missing.size();
        findings.push_back(
            finding("too-fast-to-time", run->machine,
                    fmt::format("{} of {} figures are '+++++': too fast to time, so missing and "
                                "not 0; the run with "
                                "{} is too small",
                                count, run->fields.size(), run->file_size),
                    "use files of at least twice the memory (-s) and more files (-n); rank nothing "
                    "by this run",
                    {{"missing", std::move(missing)}, {"file_size", run->file_size}}));
    });
}

bool is_dbench(std::string_view text) {
    return any_line(text, [](std::string_view line) { return dbench_line(line).has_value(); });
}

void examine_dbench(std::string_view text, const Context&, Findings& findings) {
    for_each_line(text, [&](std::string_view line) {
        const auto result = dbench_line(line);
        if (!result || findings.size() > 1000) return;
        findings.push_back(
            finding("benchmark-result", "dbench",
                    fmt::format("{} MB/s with {} clients", result->mb_per_s, result->clients), "",
                    {{"mb_per_s", result->mb_per_s}, {"clients", std::int64_t{result->clients}}}));
    });
}

bool is_tiobench_of_either_form(std::string_view text) {
    return is_tiobench_csv(text) || is_tiobench(text);
}

void examine_tiobench(std::string_view text, const Context&, Findings& findings) {
    const auto rows = read_tiobench(text);
    if (!rows) return;
    for (const auto& row : *rows) {
        if (row.pct_over_10s <= 0 || findings.size() > 1000) continue;
        findings.push_back(
            finding("starved-requests", row.identifier,
                    fmt::format("{} threads: {} % of the requests took over 10 s (worst {} ms): "
                                "some threads starve "
                                "while the rate looks good",
                                row.threads, row.pct_over_10s, row.latency_max_ms),
                    "judge by latency beside the rate"));
    }
}

void examine_ministat(std::string_view text, const Context&, Findings& findings) {
    std::string legend = "comparison";
    int block = 0;
    const auto next = [&] { return fmt::format("{} {}", legend, ++block); };
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto line = trim(take_line(rest));
        if (line.starts_with("No difference proven"))
            findings.push_back(
                finding("no-difference", next(), "no difference is proven",
                        "keep the defaults, or collect more values (at least 3 a set)",
                        {{"proven", false}}));
        if (!line.starts_with("Difference at")) continue;
        take_line(rest);
        const auto relative = trim(take_line(rest));
        std::string_view after;
        const auto percent = number_at_front<double>(relative, &after);
        const auto half = between(relative, "+/- ");
        findings.push_back(finding(
            "difference", next(), fmt::format("the difference is proven: {}", relative),
            "whether more is better depends on the metric: for seconds it is worse",
            {{"proven", true},
             {"percent", percent.value_or(0)},
             {"half_width_percent", half ? number_at_front<double>(*half).value_or(0) : 0.0}}));
    }
}

}  // namespace

Kind fio_text_kind() { return {"fio-text", "fio text", is_fio_text, nullptr, examine_fio_text}; }
Kind bonnie_kind() { return {"bonnie", "bonnie++ CSV", is_bonnie, nullptr, examine_bonnie}; }
Kind dbench_kind() { return {"dbench", "dbench", is_dbench, nullptr, examine_dbench}; }
Kind tiobench_kind() {
    return {"tiobench", "tiobench", is_tiobench_of_either_form, nullptr, examine_tiobench};
}
Kind ministat_kind() { return {"ministat", "ministat", is_ministat, nullptr, examine_ministat}; }

}  // namespace fstune::knowledge::diagnosis
