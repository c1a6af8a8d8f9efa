#include "probes/host/privileges.h"

#include <sys/auxv.h>
#include <unistd.h>

namespace fstune::probes {

Result<void> refuse_borrowed_rights() {
    if (getauxval(AT_SECURE) == 0 && getuid() == geteuid() && getgid() == getegid()) return {};
    return fail(ErrorCode::refused,
                "fstune does not run set-user-ID or with file capabilities; remove them (chmod "
                "a-s, setcap -r) and run it as root");
}

Result<void> require_root() {
    if (geteuid() == 0) return {};
    return fail(ErrorCode::unsupported,
                "making and mounting filesystems needs root; fstune doctor says what for");
}

}  // namespace fstune::probes
