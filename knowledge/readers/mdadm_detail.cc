#include "knowledge/readers/mdadm_detail.h"

#include <algorithm>

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

// "/dev/md7:" or "/dev/md/home:"
bool is_head(std::string_view line) {
    return line.starts_with("/dev/") && line.ends_with(':') &&
           line.find_first_of(" \t") == std::string_view::npos;
}

// "near=2", "far=2", "offset=2", "near=2, far=2"
void read_layout(std::string_view value, MdArray& array) {
    const auto copies = [&](std::string_view word) {
        const auto at = value.find(word);
        return at == std::string_view::npos
                   ? 0
                   : number_at<int>(value.substr(at + word.size())).value_or(0);
    };
    array.near_copies = copies("near=");
    array.far_copies = std::max(copies("far="), copies("offset="));
    array.far_is_offset = copies("offset=") > 0;
}

// "98% complete" of "Resync Status"; reshape, rebuild and check alike.
void read_status(std::string_view key, std::string_view value, MdArray& array) {
    static constexpr std::pair<std::string_view, const char*> actions[] = {
        {"Resync", "resync"},   {"Rebuild", "recovery"}, {"Recovery", "recovery"},
        {"Reshape", "reshape"}, {"Check", "check"},      {"Repair", "repair"}};
    for (const auto& [word, action] : actions) {
        if (!key.starts_with(word)) continue;
        array.sync = MdSync{action, number_at<double>(value), ""};
        if (!array.sync->percent) array.sync->state = words_of(value).empty() ? "" : value;
    }
}

// "active, degraded, recovering": what the State line says without a line of progress.
void read_state(std::string_view value, MdArray& array) {
    array.state = value;
    static constexpr std::pair<std::string_view, const char*> actions[] = {
        {"resyncing", "resync"}, {"recovering", "recovery"}, {"reshaping", "reshape"},
        {"checking", "check"},   {"repairing", "repair"},    {"check", "check"}};
    for (const auto& [word, action] : actions)
        if (!array.sync && value.find(word) != std::string_view::npos)
            array.sync = MdSync{action, std::nullopt,
                                value.find("DELAYED") != std::string_view::npos   ? "DELAYED"
                                : value.find("PENDING") != std::string_view::npos ? "PENDING"
                                                                                  : ""};
    array.read_only |= value.find("read-only") != std::string_view::npos;
}

void read_field(std::string_view key, std::string_view value, MdArray& array) {
    const auto number = number_at<int>(value).value_or(0);
    if (key == "Raid Level") array.level = value;
    if (key == "Raid Devices") array.raid_disks = number;
    if (key == "Active Devices") array.working = number;
    if (key == "Array Size") array.size_kib = number_at<std::uint64_t>(value).value_or(0);
    if (key == "Chunk Size" || key == "Rounding") array.chunk = chunk_bytes(value);
    if (key == "Layout") read_layout(value, array);
    if (key == "State") read_state(value, array);
    if (key.ends_with(" Status")) read_status(key, value, array);
}

// "   0       8        1        0      active sync   /dev/sda1"
void read_member(const std::vector<std::string_view>& words, MdArray& array) {
    if (words.size() < 5 || !words.back().starts_with("/dev/")) return;
    if (!number_at<int>(words[1]) || array.members.size() == 2048) return;
    MdMember member{std::string(words.back().substr(5)), number_at<int>(words[3]).value_or(-1), ""};
    for (std::size_t i = 4; i + 1 < words.size(); ++i) {
        if (words[i] == "spare") member.flags += 'S';
        if (words[i] == "faulty") member.flags += 'F';
        if (words[i] == "writemostly") member.flags += 'W';
        if (words[i] == "journal") member.flags += 'J';
        if (words[i] == "replacement") member.flags += 'R';
    }
    array.members.push_back(member);
}

}  // namespace

Result<std::vector<MdArray>> read_mdadm_detail(std::string_view text) {
    std::vector<MdArray> arrays;
    while (const auto next = next_line(text)) {
        const auto line = trimmed(*next);
        if (is_head(line)) {
            if (arrays.size() == most_entries)
                return fail(ErrorCode::bad_input, "details of more arrays than md can have");
            arrays.emplace_back().name = line.substr(5, line.size() - 6);
            continue;
        }
        if (arrays.empty() || line.starts_with('#')) continue;
        const auto colon = line.find(" : ");
        if (colon == std::string_view::npos)
            read_member(words_of(line), arrays.back());
        else
            read_field(trimmed(line.substr(0, colon)), trimmed(line.substr(colon + 3)),
                       arrays.back());
    }
    std::erase_if(arrays, [](const MdArray& array) { return array.level.empty(); });
    if (arrays.empty())
        return fail(ErrorCode::bad_input,
                    "no output of mdadm --detail: no '/dev/NAME:' followed by 'Raid Level : …'");
    return arrays;
}

}  // namespace fstune::knowledge
