#include "probes/programs/contained.h"

#include <unistd.h>

namespace fstune::probes {

std::vector<std::string> contained(const std::string& folder,
                                   const std::vector<std::string>& argv) {
    std::vector<std::string> all = {"env", "-C", folder, "FSTUNE_DIR=" + folder};
    if (geteuid() == 0) {
        // The first process of the namespace ignores signals that it does not handle, even those
        // that a program crashes with: so that one is a shell that only waits. Its line is fixed;
        // the program comes as arguments.
        for (const auto* word : {"unshare", "--pid", "--ipc", "--fork", "--kill-child", "/bin/sh",
                                 "-c", "\"$@\"; exit $?", "sh"})
            all.emplace_back(word);
    }
    all.insert(all.end(), argv.begin(), argv.end());
    return all;
}

}  // namespace fstune::probes
