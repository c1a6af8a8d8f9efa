// Standard streams that are closed or full: nothing is aborted, nothing is lost without a word.
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace fstune {
namespace {

// The program through a shell, which alone closes and redirects descriptors.
probes::Finished shell(const std::string& behind) {
    probes::PosixProcess process;
    const auto done = process.run({.argv = {"sh", "-c", std::string(FSTUNE_PROGRAM) + behind},
                                   .deadline = std::chrono::seconds(60)});
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return done ? *done : probes::Finished{};
}

TEST(StandardStreams, AFullOutputEndsWith1AndIsSaid) {
    for (const std::string command :
         {" goals", " params", " --help", " --version", " --scratch 2G --goal db --dry-run"}) {
        const auto done = shell(command + " >/dev/full");
        EXPECT_EQ(done.exit_code, 1) << command << done.err;
        // libfmt, where it notices first, says "cannot write"; else it is "could not be written".
        EXPECT_NE(done.err.find("writ"), std::string::npos) << command << done.err;
    }
}

TEST(StandardStreams, AClosedOutputEndsWith1AndIsSaid) {
    const auto done = shell(" goals >&-");
    EXPECT_EQ(done.exit_code, 1);
    EXPECT_NE(done.err.find("standard output could not be written"), std::string::npos) << done.err;
}

TEST(StandardStreams, AFullOrClosedErrorOutputKeepsTheExitCode) {
    for (const std::string where : {" 2>/dev/full", " 2>&-", " >&- 2>&- <&-"}) {
        EXPECT_EQ(shell(" --device /nonexistent --goal db" + where).exit_code, 1) << where;
        EXPECT_EQ(shell(" --frobnicate" + where).exit_code, 2) << where;
    }
}

}  // namespace
}  // namespace fstune
