// The whole program: reads the command line, does what it says, returns the exit code.
// Exit codes: 0 done, 1 failed, 2 usage, 3 refused by the guard, 4 too noisy to decide,
// 130 interrupted.
#pragma once

namespace fstune::tuner {

int run(int argc, char** argv);

}  // namespace fstune::tuner
