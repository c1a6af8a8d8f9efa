// What `fstune probe` measured, in the forms that knowledge/readers read back: tiobench's tables as
// text, CSV with a line a run, JSON.
// Threads: safe.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "probes/host/filesystem_at.h"
#include "tuner/probe/probe.h"
#include "tuner/probe/scaling.h"

namespace fstune::tuner {

struct ProbeContext {
    std::string version;
    probes::FilesystemAt filesystem;
    std::vector<std::string> not_done;  // what this user, or this machine, does not allow
};

std::string probe_text(const ProbeResult& result, const ProbeSettings& settings,
                       const ProbeContext& context);
std::string probe_csv(const ProbeResult& result);
nlohmann::json probe_json(const ProbeResult& result, const ProbeSettings& settings,
                          const ProbeContext& context);

// The same of `--scaling`.
struct ScalingContext {
    std::string version;
    std::vector<probes::FilesystemAt> filesystems;  // of the folders, in their order
    std::vector<std::string> not_done;
};
std::string scaling_text(const ScalingResult& result, const ProbeSettings& settings,
                         const ScalingContext& context);
std::string scaling_csv(const ScalingResult& result, const ProbeSettings& settings);
nlohmann::json scaling_json(const ScalingResult& result, const ProbeSettings& settings,
                            const ScalingContext& context);

// "Failed:", "Not done:", "Warnings:", each with its lines; of warnings of one kind for a workload
// the first, and how many more.
std::string notes_text(const std::vector<ProbeFailure>& failures,
                       const std::vector<std::string>& not_done,
                       const std::vector<ProbeWarning>& warnings);
nlohmann::json notes_json(const std::vector<ProbeFailure>& failures,
                          const std::vector<std::string>& not_done,
                          const std::vector<ProbeWarning>& warnings);
nlohmann::json settings_json(const ProbeSettings& settings);
nlohmann::json filesystem_json(const probes::FilesystemAt& filesystem);

// Two decimals as in tiobench, more where they would say too little.
std::string table_number(double value);
std::string csv_field(const std::string& field);  // RFC 4180

}  // namespace fstune::tuner
