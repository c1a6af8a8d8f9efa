// /proc/mdstat and mdadm --detail: the geometry of each array, what spoils a measurement, members
// that may not be formatted.
#include "knowledge/diagnosis/kinds/device_findings.h"
#include "knowledge/diagnosis/kinds/kinds.h"
#include "knowledge/geometry/layers.h"
#include "knowledge/readers/mdadm_detail.h"
#include "knowledge/readers/mdstat.h"
#include "knowledge/readers/text.h"

namespace fstune::knowledge::diagnosis {

namespace {

void examine_arrays(const std::vector<MdArray>& arrays, Findings& findings) {
    for (const auto& array : arrays)
        add_geometry(array.name, geometry_of(layer_of(arrays, array.name)), findings);
    add_refusals(refusals(arrays), findings);
}

bool is_mdstat(std::string_view text) {
    return any_line(text, [](std::string_view line) {
        if (line.starts_with("Personalities :")) return true;
        if (!line.starts_with("md")) return false;
        const auto words = split_words(line);
        return words.size() > 3 && words[1] == ":" &&
               (words[2] == "active" || words[2] == "inactive");
    });
}

void examine_mdstat(std::string_view text, const Context&, Findings& findings) {
    if (const auto arrays = read_mdstat(text))
        examine_arrays(*arrays, findings);
    else
        add_cut_off("mdstat", arrays.error(), findings);
}

bool is_mdadm_detail(std::string_view text) {
    return text.find("Raid Level :") != std::string_view::npos;
}

void examine_mdadm_detail(std::string_view text, const Context&, Findings& findings) {
    if (const auto arrays = read_mdadm_detail(text))
        examine_arrays(*arrays, findings);
    else
        add_cut_off("mdadm --detail", arrays.error(), findings);
}

}  // namespace

Kind mdstat_kind() { return {"mdstat", "/proc/mdstat", is_mdstat, nullptr, examine_mdstat}; }

Kind mdadm_detail_kind() {
    return {"mdadm-detail", "mdadm --detail", is_mdadm_detail, nullptr, examine_mdadm_detail};
}

}  // namespace fstune::knowledge::diagnosis
