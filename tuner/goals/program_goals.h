// The goals whose workload is a real program (probes/programs): what the user asked for, as a Goal.
//
// Errors: usage, naming the option; refused, for a job that would reach outside its folder.
// Threads: safe.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "knowledge/error.h"
#include "probes/programs/programs.h"
#include "tuner/goals/goals.h"

namespace fstune::tuner {

// A goal of the table, or the program's that `request` describes; several, as several_goals.h reads
// them.
Result<Goal> goal_of(const std::string& text, const probes::ProgramRequest& request);

// The workload of that goal. Errors: unsupported too, where the program is not installed.
Result<std::unique_ptr<probes::Workload>> workload_of(const Goal& goal,
                                                      const probes::ProgramRequest& request,
                                                      probes::Process& process);

// What has to be the same when a study of a program goes on: its job or command, and the program
// itself. Empty for a goal of the table.
std::map<std::string, std::string> identity_of_program(const probes::ProgramRequest& request);

}  // namespace fstune::tuner
