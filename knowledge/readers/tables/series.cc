#include "knowledge/readers/tables/series.h"

namespace fstune::knowledge {

std::string label_of(const Series& series) {
    std::string label = series.phase;
    for (const auto& [name, value] : series.conditions) {
        if (!label.empty()) label += ' ';
        label.append(name).append("=").append(value);
    }
    return label;
}

}  // namespace fstune::knowledge
