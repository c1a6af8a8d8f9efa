// Where --json, or another option, writes. Opened before the first trial, so that a wrong path is
// known at once and not after hours; a file that is made here and never written is removed again.
//
// Errors: usage, where the file cannot be opened, is a block device, or is the study itself.
#pragma once

#include <fstream>
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

    std::ostream& stream();  // from now on the file is written

  private:
    explicit JsonOutput(std::string path) : path_(std::move(path)) {}

    std::string path_;
    bool made_ = false, written_ = false;
    std::ofstream file_;
};

}  // namespace fstune::tuner
