// Where studies lie when the user names no file: /var/lib/fstune for root, else
// $XDG_STATE_HOME/fstune.
//
// Errors: failed, where the folder cannot be made or read.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "knowledge/error.h"

namespace fstune::tuner {

std::string study_folder();

// "FOLDER/seq-read-loop3-20261201-012345.study"; the folder is made, mode 0700.
Result<std::string> new_study_path(const std::string& goal, const std::string& device,
                                   std::chrono::system_clock::time_point now);

std::vector<std::string>
study_paths();  // all in the folder, by name; none where there is no folder

}  // namespace fstune::tuner
