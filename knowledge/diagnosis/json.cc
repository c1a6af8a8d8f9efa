#include "knowledge/diagnosis/json.h"

#include <nlohmann/json.hpp>

namespace fstune::knowledge::diagnosis {

nlohmann::json to_json(const Findings& findings) {
    auto all = nlohmann::json::array();
    for (const auto& one : findings) {
        auto values = nlohmann::json::object();
        for (const auto& [name, value] : one.values)
            std::visit([&at = values[name]](const auto& inside) { at = inside; }, value);
        all.push_back({{"code", one.code},
                       {"severity", to_text(one.severity)},
                       {"subject", one.subject},
                       {"message", one.message},
                       {"advice", one.advice},
                       {"values", values}});
    }
    return all;
}

nlohmann::json to_json(const std::vector<Diagnosis>& diagnoses) {
    auto inputs = nlohmann::json::array();
    for (const auto& diagnosis : diagnoses)
        inputs.push_back({{"file", diagnosis.file},
                          {"kind", diagnosis.kind},
                          {"findings", to_json(diagnosis.findings)}});
    return {{"inputs", inputs}};
}

}  // namespace fstune::knowledge::diagnosis
