// Runs the real program and catches what it says.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "probes/host/posix_process.h"

namespace fstune::test {

inline probes::Finished fstune(std::vector<std::string> arguments,
                               std::chrono::seconds deadline = std::chrono::seconds(60)) {
    arguments.insert(arguments.begin(), FSTUNE_PROGRAM);
    probes::PosixProcess process;
    const auto done = process.run({.argv = arguments, .deadline = deadline});
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return done ? *done : probes::Finished{};
}

}  // namespace fstune::test
