#include "knowledge/configuration.h"

namespace fstune::knowledge {

std::string to_text(const Configuration& configuration) {
    std::string text = configuration.filesystem;
    if (configuration.values.empty()) return text + " defaults";
    for (const auto& [name, value] : configuration.values)
        text += " " + name + "=" + to_text(value);
    return text;
}

}  // namespace fstune::knowledge
