#include "knowledge/parameter.h"

namespace fstune::knowledge {

Risk risk_of(const Parameter& parameter, const Value& value) {
    const auto found = parameter.risk.find(to_text(value));
    return found == parameter.risk.end() ? Risk::safe : found->second;
}

}  // namespace fstune::knowledge
