// A great many files: how much memory it takes, of this program and of its control group.
#pragma once

#include <string>

#include "knowledge/error.h"

namespace fstune::bench {

// Makes and removes a million files of one byte by 256 threads below the directory, and prints the
// peak of this program's memory, and of its control group's where there is one (with the kernel's
// part: inodes, directory entries, pages).
Result<void> run_million(const std::string& directory);

}  // namespace fstune::bench
