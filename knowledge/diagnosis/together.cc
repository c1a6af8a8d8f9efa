#include "knowledge/diagnosis/together.h"

namespace fstune::knowledge::diagnosis {

void examine_together(const std::vector<Input>&, std::vector<Diagnosis>&) {}

}  // namespace fstune::knowledge::diagnosis
