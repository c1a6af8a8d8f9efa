#include "knowledge/readers/blkid.h"

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

bool is_key(std::string_view text) {
    return !text.empty() && text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
                                std::string_view::npos;
}

// KEY="value": the value ends at a quote without a backslash before it.
bool read_pair(std::string_view& rest, BlkidDevice& device) {
    rest = trimmed(rest);
    const auto equals = rest.find("=\"");
    if (equals == std::string_view::npos || !is_key(rest.substr(0, equals))) return false;
    const std::string key(rest.substr(0, equals));
    rest.remove_prefix(equals + 2);
    std::string value;
    while (!rest.empty() && rest.front() != '"') {
        if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
        value += rest.front();
        rest.remove_prefix(1);
    }
    if (rest.empty()) return false;  // the closing quote is missing: a value cut short is no value
    rest.remove_prefix(1);
    device.values.emplace(key, std::move(value));
    return true;
}

// "TYPE=ext4" of `blkid -o export`
bool read_exported(std::string_view line, BlkidDevice& device) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos || !is_key(line.substr(0, equals))) return false;
    if (device.values.size() < 256)
        device.values.emplace(line.substr(0, equals), line.substr(equals + 1));
    return true;
}

}  // namespace

Result<std::vector<BlkidDevice>> read_blkid(std::string_view text) {
    std::vector<BlkidDevice> devices;
    BlkidDevice* exported = nullptr;
    while (const auto line = next_line(text)) {
        if (line->starts_with("DEVNAME=") && devices.size() < most_entries) {
            exported = &devices.emplace_back();
            exported->path = line->substr(8);
            continue;
        }
        if (exported != nullptr && read_exported(*line, *exported)) continue;
        const auto colon = line->find(": ");
        if (!line->starts_with('/') || colon == std::string_view::npos) continue;
        BlkidDevice device{std::string(line->substr(0, colon)), {}};
        auto rest = line->substr(colon + 2);
        while (read_pair(rest, device)) {
        }
        if (device.values.empty()) continue;
        if (devices.size() == most_entries)
            return fail(ErrorCode::bad_input, "a blkid list of more devices than a machine has");
        devices.push_back(std::move(device));
        exported = nullptr;
    }
    if (devices.empty())
        return fail(ErrorCode::bad_input, "no blkid output: no line '/dev/NAME: KEY=\"value\"'");
    return devices;
}

}  // namespace fstune::knowledge
