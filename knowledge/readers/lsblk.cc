#include "knowledge/readers/lsblk.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "knowledge/readers/lines.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

using nlohmann::json;

constexpr int deepest = 64;  // layers of devices; also what keeps the recursion small

std::string text_of(const json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

// Old lsblk prints "0" and "1" where a new one prints false and true.
bool flag_of(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) return false;
    return (found->is_boolean() && found->get<bool>()) || text_of(object, key) == "1";
}

// A number with -b, else "3.6T", or digits in quotes.
std::uint64_t size_of(const json& object) {
    const auto found = object.find("size");
    if (found == object.end()) return 0;
    if (found->is_number_unsigned()) return found->get<std::uint64_t>();
    return parse_size(text_of(object, "size")).value_or(0);
}

std::uint64_t sector_of(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end()) return 0;
    if (found->is_number_unsigned()) return found->get<std::uint64_t>();
    return number_at<std::uint64_t>(text_of(object, key)).value_or(0);
}

void add_mountpoints(const json& object, LsblkDevice& device) {
    if (auto one = text_of(object, "mountpoint"); !one.empty()) device.mountpoints.push_back(one);
    const auto several = object.find("mountpoints");
    if (several == object.end() || !several->is_array()) return;
    for (const auto& one : *several)
        if (one.is_string()) device.mountpoints.push_back(one.get<std::string>());
}

Result<LsblkDevice> device_of(const json& object, int depth) {
    if (!object.is_object() || text_of(object, "name").empty())
        return fail(ErrorCode::bad_input, "lsblk: a block device without a name");
    if (depth > deepest)
        return fail(ErrorCode::bad_input, fmt::format("lsblk: more than {} layers", deepest));
    LsblkDevice device;
    device.name = text_of(object, "name");
    device.kname = text_of(object, "kname");
    device.path = text_of(object, "path");
    device.type = text_of(object, "type");
    device.fstype = text_of(object, "fstype");
    device.transport = text_of(object, "tran");
    device.serial = text_of(object, "serial");
    device.wwn = text_of(object, "wwn");
    device.size = size_of(object);
    device.logical_block_size = sector_of(object, "log-sec");
    device.physical_block_size = sector_of(object, "phy-sec");
    device.read_only = flag_of(object, "ro");
    device.removable = flag_of(object, "rm");
    add_mountpoints(object, device);
    const auto children = object.find("children");
    if (children == object.end() || !children->is_array()) return device;
    for (const auto& child : *children) {
        auto read = device_of(child, depth + 1);
        if (!read) return read;
        device.children.push_back(std::move(*read));
    }
    return device;
}

// The array `key` of the document.
Result<json> array_in(std::string_view text, const char* key, const char* tool) {
    if (text.size() > longest_json)
        return fail(ErrorCode::bad_input,
                    fmt::format("more JSON than {} prints: {}", tool, format_size(text.size())));
    auto document = json::parse(text.begin(), text.end(), nullptr, false);
    if (document.is_discarded())
        return fail(ErrorCode::bad_input, fmt::format("{}: not JSON, or cut off", tool));
    if (!document.is_object() || !document.contains(key) || !document[key].is_array())
        return fail(ErrorCode::bad_input, fmt::format("{}: no list '{}' in the JSON", tool, key));
    return std::move(document[key]);
}

}  // namespace

Result<std::vector<LsblkDevice>> read_lsblk(std::string_view text) {
    const auto list = array_in(text, "blockdevices", "lsblk -J");
    if (!list) return tl::unexpected(list.error());
    std::vector<LsblkDevice> devices;
    for (const auto& object : *list) {
        auto device = device_of(object, 0);
        if (!device) return tl::unexpected(device.error());
        devices.push_back(std::move(*device));
    }
    return devices;
}

Result<std::vector<WipefsSignature>> read_wipefs(std::string_view text) {
    const auto list = array_in(text, "signatures", "wipefs -J");
    if (!list) return tl::unexpected(list.error());
    std::vector<WipefsSignature> signatures;
    for (const auto& object : *list) {
        if (!object.is_object() || text_of(object, "type").empty())
            return fail(ErrorCode::bad_input, "wipefs: a signature without a type");
        signatures.push_back(
            {text_of(object, "device"), text_of(object, "type"), text_of(object, "offset")});
    }
    return signatures;
}

}  // namespace fstune::knowledge
