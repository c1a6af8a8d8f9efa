#include <nlohmann/json.hpp>

#include "knowledge/geometry/device_notes.h"
#include "tuner/inspect/inspection_text.h"

namespace fstune::tuner {

namespace {

using nlohmann::json;

const char* word(Target::Answer answer) {
    switch (answer) {
        case Target::Answer::yes:
            return "yes";
        case Target::Answer::with_wipe:
            return "with-wipe";
        case Target::Answer::no:
            return "no";
        default:
            return "unknown";
    }
}

json value_json(const knowledge::Value& value) {
    return std::visit([](const auto& plain) { return json(plain); }, value);
}

json geometry_json(const Inspection& inspection) {
    const auto& geometry = inspection.geometry;
    json out{{"reason", geometry.reason},
             {"alignment_bytes", knowledge::good_alignment(inspection.device.queue, geometry)},
             {"sector_size", knowledge::smallest_good_block(inspection.device.queue)}};
    if (const auto& stripe = geometry.stripe)
        out.update({{"data_disks", stripe->data_disks},
                    {"stride", stripe->stride(4096)},
                    {"stripe_width", stripe->stripe_width(4096)},
                    {"su_bytes", stripe->su()},
                    {"sw", stripe->sw()}});
    return out;
}

json queue_json(const knowledge::QueueFacts& queue) {
    return {{"logical_block_size", queue.logical_block_size},
            {"physical_block_size", queue.physical_block_size},
            {"minimum_io_size", queue.minimum_io_size},
            {"optimal_io_size", queue.optimal_io_size},
            {"discard_granularity", queue.discard_granularity},
            {"discard_max_bytes", queue.discard_max_bytes},
            {"read_ahead_kb", queue.read_ahead_kb},
            {"nr_requests", queue.nr_requests},
            {"max_sectors_kb", queue.max_sectors_kb},
            {"scheduler", queue.scheduler},
            {"schedulers", queue.schedulers},
            {"write_cache", queue.write_cache},
            {"rotational", queue.rotational}};
}

json advice_json(const Advice& advice) {
    json values = json::object(), reasons = json::array();
    for (const auto& [name, value] : advice.point.configuration.values)
        values[name] = value_json(value);
    for (const auto& reason : advice.point.reasons)
        reasons.push_back(
            {{"parameter", reason.parameter}, {"why", reason.why}, {"source", reason.source}});
    return {{"filesystem", advice.point.configuration.filesystem},
            {"goal", advice.goal},
            {"values", values},
            {"reasons", reasons},
            {"mkfs", advice.mkfs},
            {"mount_options", advice.mount_options},
            {"queue", advice.queue}};
}

json layer_json(const knowledge::Layer& layer) {
    json below = json::array();
    for (const auto& one : layer.below) below.push_back(layer_json(one));
    json out{{"name", layer.name}, {"below", below}};
    if (layer.raid)
        out.update({{"level", layer.raid->level},
                    {"disks", layer.raid->disks},
                    {"chunk_bytes", layer.raid->chunk}});
    return out;
}

}  // namespace

json inspection_json(const Inspection& inspection) {
    const auto& device = inspection.device;
    json signatures, warnings = json::array(), advice = json::array();
    if (inspection.signatures) {
        signatures = json::array();
        for (const auto& one : *inspection.signatures) signatures.push_back(one.type);
    }
    for (const auto& warning : inspection.warnings)
        warnings.push_back(
            {{"code", warning.code}, {"message", warning.message}, {"advice", warning.advice}});
    for (const auto& one : inspection.advice) advice.push_back(advice_json(one));
    return {{"device",
             {{"path", device.path},
              {"name", device.name},
              {"description", inspection.description},
              {"transport", inspection.transport},
              {"size_bytes", device.size},
              {"model", device.model},
              {"serial", device.serial},
              {"wwn", device.wwn},
              {"read_only", device.read_only},
              {"removable", device.removable}}},
            {"signatures", signatures},
            {"partitions", inspection.partitions},
            {"holders", inspection.holders},
            {"target",
             {{"allowed", word(inspection.target.answer)}, {"reason", inspection.target.reason}}},
            {"layers", layer_json(inspection.layers)},
            {"geometry", geometry_json(inspection)},
            {"queue", queue_json(device.queue)},
            {"warnings", warnings},
            {"starting_points", advice}};
}

}  // namespace fstune::tuner
