// The state of the machine once the kernel has ended what a killed process had begun.
#pragma once

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/loop/machine_state.h"

namespace fstune::fault_test {

// Waits a while for `expected`: unmounting and detaching go on after the process is gone.
inline std::string settled_state(const std::vector<std::string>& marks,
                                 const std::string& expected) {
    auto state = loop_test::machine_state(marks);
    for (int tries = 0; tries < 200 && state != expected; ++tries) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        state = loop_test::machine_state(marks);
    }
    return state;
}

}  // namespace fstune::fault_test
