// What `diagnose` and `lint` share: reading the inputs in bounded memory, the context options,
// printing findings.
//
// Errors: failed, naming the file; bad_input where it is larger than is looked at.
// Effects: reads files and standard input.
#pragma once

#include <string>

#include "knowledge/diagnosis/diagnose.h"
#include "knowledge/error.h"

namespace CLI {
class App;
}

namespace fstune::tuner {

struct ContextOptions {
    std::string kernel, filesystem, workload, memory, physical_block_size, page_size;
    std::vector<std::string> tools;  // "mke2fs=1.46.5"
};

void add_context_options(CLI::App& command, ContextOptions& options);
Result<knowledge::diagnosis::Context> context_of(const ContextOptions& options);

// "-": standard input.
Result<knowledge::diagnosis::Input> read_input(const std::string& file);

// Text of others, with control characters shown as \xNN so that they do nothing to a terminal.
std::string printable(const std::string& text);

std::string to_lines(const knowledge::diagnosis::Findings& findings);

}  // namespace fstune::tuner
