// Where --json, or another option, writes. Tried before the first trial, so that a wrong path is
// known at once and not after hours; trying leaves nothing. A regular file is there whole or not at
// all: it is written beside its name and takes the name at the end.
//
// Errors: usage, where the file cannot be opened, is a block device, or is the study itself;
// failed, with the path and the system's reason, where it could not be written.
#pragma once

#include <memory>
#include <ostream>
#include <string>

#include "knowledge/error.h"

namespace fstune::tuner {

class JsonOutput {
  public:
    static Result<std::unique_ptr<JsonOutput>> open(const std::string& path,
                                                    const std::string& study,  // "-": stdout
                                                    const std::string& option = "--json");
    ~JsonOutput();
    JsonOutput(const JsonOutput&) = delete;
    JsonOutput& operator=(const JsonOutput&) = delete;

    // What goes wrong in writing is told by finish().
    std::ostream& stream();
    // Standard output's problems are everybody's: finish_output() tells them.
    Result<void> finish();

  private:
    class Buffer;
    JsonOutput(std::string path, std::string option);

    Result<void> try_path() const;
    void open_file();
    tl::unexpected<Error> failed(int problem) const;

    std::string path_, option_;
    std::string target_;  // with links followed; what part_ is to be called
    std::string part_;    // "": written in place
    std::unique_ptr<Buffer> buffer_;
    std::unique_ptr<std::ostream> stream_;
};

}  // namespace fstune::tuner
