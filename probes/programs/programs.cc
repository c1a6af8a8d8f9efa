#include "probes/programs/programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "probes/programs/program_workload.h"

namespace fstune::probes {

namespace {

using Make = Result<std::unique_ptr<Program>> (*)(const ProgramRequest&);

struct Row {
    ProgramInfo info;
    Make make;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> table = {
        {{.name = "fio",
          .binary = "fio",
          .package = "fio",
          .summary = "fio with a job file of your own, as it stands",
          .options =
              "--job FILE, --metric read.bw, write.iops, JOB:read.clat_ns.percentile.99, ...",
          .metrics = {}},
         make_fio},
        {{.name = "dbench",
          .binary = "dbench",
          .package = "dbench",
          .summary = "dbench with 4 clients",
          .options = "",
          .metrics = {{"throughput", "MB/s", true}, {"max_latency", "ms", false}}},
         make_dbench},
        {{.name = "bonnie++",
          .binary = "bonnie++",
          .package = "bonnie++",
          .summary = "bonnie++, past the page cache",
          .options = "",
          .metrics = {{"block_write_kib_s", "KiB/s", true},
                      {"rewrite_kib_s", "KiB/s", true},
                      {"block_read_kib_s", "KiB/s", true},
                      {"seeks_per_s", "ops/s", true},
                      {"sequential_create_per_s", "files/s", true},
                      {"sequential_stat_per_s", "files/s", true},
                      {"sequential_delete_per_s", "files/s", true},
                      {"random_create_per_s", "files/s", true},
                      {"random_stat_per_s", "files/s", true},
                      {"random_delete_per_s", "files/s", true}}},
         make_bonnie},
        {{.name = "fs_mark",
          .binary = "fs_mark",
          .package = "fsmark",
          .summary = "fs_mark: 4 threads make and fsync files of 4 KiB",
          .options = "",
          .metrics = {{"files", "files/s", true}}},
         make_fs_mark},
        {{.name = "postmark",
          .binary = "postmark",
          .package = "postmark",
          .summary = "postmark, timed until all is on the device",
          .options = "",
          .metrics = {{"operations", "ops/s", true}}},
         make_postmark},
        {{.name = "tiobench",
          .binary = "tiobench",
          .package = "",
          .summary = "tiobench with 4 threads, where it is installed",
          .options = "",
          .metrics = {{"sequential_read", "MB/s", true},
                      {"sequential_write", "MB/s", true},
                      {"random_read", "MB/s", true},
                      {"random_write", "MB/s", true},
                      {"sequential_read_latency", "ms", false},
                      {"sequential_write_latency", "ms", false},
                      {"random_read_latency", "ms", false},
                      {"random_write_latency", "ms", false},
                      {"sequential_read_max_latency", "ms", false},
                      {"sequential_write_max_latency", "ms", false},
                      {"random_read_max_latency", "ms", false},
                      {"random_write_max_latency", "ms", false}}},
         make_tiobench},
        {{.name = "command",
          .binary = "/bin/sh",
          .package = "",
          .summary = "a shell line of your own; {dir} in it is the folder to work in",
          .options = "--command LINE, --metric-regex RE or --metric-pointer PTR, --direction",
          .metrics = {}},
         make_command},
    };
    return table;
}

const Row* find_row(const std::string& name) {
    const auto& table = rows();
    const auto found = std::ranges::find(table, name, [](const Row& row) { return row.info.name; });
    return found == table.end() ? nullptr : &*found;
}

Result<void> known_metrics(const ProgramInfo& info, const ProgramRequest& request) {
    if (info.metrics.empty()) return {};
    std::vector<std::string> names;
    for (const auto& metric : info.metrics) names.push_back(metric.name);
    for (const auto& metric : request.metrics)
        if (std::ranges::find(names, metric) == names.end())
            return fail(ErrorCode::usage, fmt::format("--metric: {} has no metric '{}'; it has {}",
                                                      info.name, metric, fmt::join(names, ", ")));
    return {};
}

}  // namespace

const std::vector<ProgramInfo>& programs() {
    static const std::vector<ProgramInfo> all = [] {
        std::vector<ProgramInfo> infos;
        for (const auto& row : rows()) infos.push_back(row.info);
        return infos;
    }();
    return all;
}

const ProgramInfo* find_program_info(const std::string& name) {
    const auto* row = find_row(name);
    return row == nullptr ? nullptr : &row->info;
}

Result<void> check_program(const ProgramRequest& request) {
    const auto* row = find_row(request.program);
    if (row == nullptr)
        return fail(ErrorCode::usage, fmt::format("no program is named '{}'", request.program));
    if (auto known = known_metrics(row->info, request); !known) return known;
    const auto made = row->make(request);
    if (!made) return tl::unexpected(made.error());
    return {};
}

Result<std::unique_ptr<Workload>> make_program(const ProgramRequest& request, ProgramSeams seams) {
    if (auto right = check_program(request); !right) return tl::unexpected(right.error());
    const auto* row = find_row(request.program);
    auto program = row->make(request);
    if (!program) return tl::unexpected(program.error());
    return std::make_unique<ProgramWorkload>(row->info, std::move(*program), request,
                                             std::move(seams));
}

}  // namespace fstune::probes
