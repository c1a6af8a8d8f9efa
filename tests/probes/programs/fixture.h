// A program's workload with a script in the program's place, in a folder of the test's own.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "probes/host/posix_process.h"
#include "probes/programs/programs.h"
#include "tests/fakes/temporary_folder.h"

namespace fstune::probes {

class ProgramTest : public testing::Test {
  protected:
    // The program is this shell script.
    void program_is(const std::string& script) {
        script_ = folder_.path() + "/program";
        std::ofstream(script_) << "#!/bin/sh\n" << script << "\n";
        chmod(script_.c_str(), 0755);
    }
    // The program prints this text and ends well.
    void program_prints(const std::string& text) {
        std::ofstream(folder_.path() + "/printed") << text;
        program_is("cat " + folder_.path() + "/printed");
    }
    Result<WorkloadResult> run(const ProgramRequest& request, WorkloadSettings settings = {}) {
        const auto workload = make_program(request, seams());
        if (!workload) return tl::unexpected(workload.error());
        if (const auto reason = (*workload)->unsuitable(place()))
            return fail(ErrorCode::failed, *reason);
        if (settings.length.count() == 0) settings.length = std::chrono::milliseconds(300);
        return (*workload)->run(place(), settings);
    }
    std::string failure(const ProgramRequest& request) {
        const auto result = run(request);
        EXPECT_FALSE(result) << request.program;
        return result ? "" : result.error().message;
    }
    ProgramSeams seams() {
        return {process_, [this](const std::string& name) -> Result<std::string> {
                    if (!script_.empty() && name != "/bin/sh") return script_;
                    return find_program(name);
                }};
    }
    WorkloadPlace place() const { return {work_, "", std::uint64_t{1} << 30, 0}; }
    void nothing_is_left() const { EXPECT_TRUE(std::filesystem::is_empty(work_)); }

    fakes::TemporaryFolder folder_;
    std::string work_ = [this] {
        std::filesystem::create_directory(folder_.path() + "/mounted");
        return folder_.path() + "/mounted";
    }();
    std::string script_;
    PosixProcess process_;
};

inline void is_usage_of(const std::string& option, const ProgramRequest& request) {
    const auto right = check_program(request);
    ASSERT_FALSE(right) << request.command;
    EXPECT_EQ(right.error().code, ErrorCode::usage);
    EXPECT_THAT(right.error().message, testing::HasSubstr(option));
}

}  // namespace fstune::probes
