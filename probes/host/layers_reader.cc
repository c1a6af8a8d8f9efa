#include "probes/host/layers_reader.h"

#include <fmt/format.h>

#include "knowledge/readers/lines.h"
#include "probes/host/device_facts_reader.h"
#include "probes/host/device_tree.h"

namespace fstune::probes {

namespace {

using knowledge::Layer;
using knowledge::LayerKind;
using knowledge::number_at;

constexpr int deepest = 16;

template <typename Number>
Number number(const DeviceTree& tree, const std::string& name, const char* path) {
    return number_at<Number>(tree.attribute(name, path)).value_or(Number{});
}

// "delayed", "none", "1234 / 99999"
void read_progress(const std::string& text, knowledge::MdState& state) {
    if (text == "delayed") state.waits = "DELAYED";
    const auto slash = text.find(" / ");
    if (slash == std::string::npos) return;
    const auto done = number_at<double>(text), all = number_at<double>(text.substr(slash + 3));
    if (done && all && *all > 0) state.progress = fmt::format("{:.1f} %", 100 * *done / *all);
}

void read_md(const DeviceTree& tree, const std::string& name, Layer& layer) {
    const auto level = tree.attribute(name, "md/level");
    knowledge::RaidDescription raid{level, number<int>(tree, name, "md/raid_disks"),
                                    number<std::uint64_t>(tree, name, "md/chunk_size"), 1};
    if (level == "raid10")
        raid.near_copies =
            knowledge::near_copies_of_sysfs(number<std::uint32_t>(tree, name, "md/layout"));
    layer.raid = raid;
    knowledge::MdState state{name, tree.attribute(name, "md/sync_action"), "", "",
                             number<int>(tree, name, "md/degraded")};
    read_progress(tree.attribute(name, "md/sync_completed"), state);
    layer.md = state;
}

LayerKind kind_of(const DeviceTree& tree, const std::string& name) {
    if (tree.is_partition(name)) return LayerKind::partition;
    if (tree.is_array(name)) return LayerKind::raid;
    if (!tree.attribute(name, "dm/uuid").empty() || !tree.attribute(name, "dm/name").empty())
        return LayerKind::volume;
    return name.starts_with("nvme") ? LayerKind::nvme : LayerKind::disk;
}

std::vector<std::string> below(const Files& files, const DeviceTree& tree,
                               const std::string& name) {
    if (tree.is_partition(name)) return {tree.whole_disk(name)};
    return files.list("/sys/class/block/" + name + "/slaves").value_or(std::vector<std::string>{});
}

Result<Layer> read_at(const Files& files, const std::string& name, int depth) {
    const DeviceTree tree(files);
    const auto facts = read_device_facts(files, name);
    if (!facts) return tl::unexpected(facts.error());
    Layer layer;
    layer.name = name;
    layer.kind = kind_of(tree, name);
    layer.queue = facts->queue;
    layer.alignment_offset = facts->alignment_offset;
    if (layer.kind == LayerKind::raid) read_md(tree, name, layer);
    if (layer.kind == LayerKind::partition)
        layer.start = number<std::uint64_t>(tree, name, "start") * 512;
    if (depth == deepest) return layer;
    for (const auto& one : below(files, tree, name))
        if (auto read = read_at(files, one, depth + 1)) layer.below.push_back(std::move(*read));
    return layer;
}

}  // namespace

Result<Layer> read_layers(const Files& files, const std::string& name) {
    return read_at(files, name, 0);
}

}  // namespace fstune::probes
