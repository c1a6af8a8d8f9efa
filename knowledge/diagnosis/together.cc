#include "knowledge/diagnosis/together.h"

#include "knowledge/diagnosis/kinds/device_findings.h"

namespace fstune::knowledge::diagnosis {

namespace {

std::vector<LsblkDevice> devices_of(const Input& input) {
    auto devices = lsblk_devices(input.text);
    return devices ? std::move(*devices) : std::vector<LsblkDevice>{};
}

}  // namespace

void examine_together(const std::vector<Input>& inputs, std::vector<Diagnosis>& diagnoses) {
    std::vector<LsblkDevice> before;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (diagnoses[i].kind != "lsblk") continue;
        auto now = devices_of(inputs[i]);
        add_refusals(moved_names(before, now), diagnoses[i].findings);
        before = std::move(now);
    }
}

}  // namespace fstune::knowledge::diagnosis
