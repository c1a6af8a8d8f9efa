#include "probes/host/private_namespace.h"

#include <sched.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace fstune::probes {

Result<void> enter_private_namespace() {
    if (unshare(CLONE_NEWNS) != 0 || mount("none", "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0)
        return fail(ErrorCode::unsupported,
                    std::string("cannot make a mount namespace (needs root with CAP_SYS_ADMIN): ") +
                        std::strerror(errno));
    return {};
}

}  // namespace fstune::probes
