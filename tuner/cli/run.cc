#include "tuner/cli/run.h"

namespace fstune::tuner {

int run(int, char**) { return 2; }

}  // namespace fstune::tuner
