#include "probes/workloads/io/guarded_copy.h"

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <cstring>

namespace fstune::probes {

namespace {

// Volatile, and between fences: to the compiler nothing reads it between the two times that it is
// set.
thread_local sigjmp_buf* volatile way_back = nullptr;

void on_sigbus(int number) {
    if (way_back != nullptr) siglongjmp(*way_back, 1);
    signal(number, SIG_DFL);  // comes again at once, and ends the process
}

bool install() {
    struct sigaction action = {};
    action.sa_handler = on_sigbus;
    action.sa_flags = SA_NODEFER;  // so that the way back need not restore the signal mask
    return sigaction(SIGBUS, &action, nullptr) == 0;
}

}  // namespace

bool guarded_copy(void* to, const void* from, std::size_t size) {
    [[maybe_unused]] static const bool installed = install();
    sigjmp_buf here;
    if (sigsetjmp(here, 0) != 0) {
        way_back = nullptr;
        return false;
    }
    way_back = &here;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    std::memcpy(to, from, size);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    way_back = nullptr;
    return true;
}

}  // namespace fstune::probes
