// What the command line says of a real program as the workload: --job, --metric, --command, ...
//
// Errors: usage problems name the option; those of a single option are CLI11's ParseError.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/programs/programs.h"

namespace CLI {
class App;
}

namespace fstune::tuner {

// Adds the options; `request` must outlive the parsing.
void add_program_options(CLI::App& app, probes::ProgramRequest& request);
const std::vector<std::string>& program_option_names();

// Which program is meant, from `goal` and the options; reads the job file. Where the options alone
// tell, `goal` may be empty and is filled in. Nothing happens for a goal that is no program's.
// Errors: usage, refused (a job that would reach outside its folder).
Result<void> settle_program(std::string& goal, probes::ProgramRequest& request);

// The request among a study's settings, and back. The job is kept as text.
void add_settings(const probes::ProgramRequest& request,
                  std::map<std::string, std::string>& settings);
// Errors: refused, where the job file has changed since; bad_input.
Result<void> take_program_settings(const std::map<std::string, std::string>& settings,
                                   probes::ProgramRequest& request);

}  // namespace fstune::tuner
