#include "knowledge/readers/mdstat.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

// "sdc3[3](W)(R)"
std::optional<MdMember> member_of(std::string_view word) {
    const auto open = word.find('['), close = word.find(']', open);
    if (open == std::string_view::npos || close == std::string_view::npos || open == 0)
        return std::nullopt;
    MdMember member{std::string(word.substr(0, open)), -1, ""};
    if (const auto slot = number_at<int>(word.substr(open + 1))) member.slot = *slot;
    for (auto at = word.find('(', close); at != std::string_view::npos; at = word.find('(', at + 1))
        if (at + 1 < word.size()) member.flags += word[at + 1];
    return member;
}

// More than md can have in one array is no mdstat; such text is not kept.
void add_member(MdArray& array, MdMember member) {
    if (array.members.size() < 2048) array.members.push_back(std::move(member));
}

// "md4 : active (auto-read-only) raid6 sdi1[2] ..."
std::optional<MdArray> head_of(const std::vector<std::string_view>& words) {
    if (words.size() < 3 || words[1] != ":" || !words[0].starts_with("md")) return std::nullopt;
    MdArray array;
    array.name = words[0];
    array.state = words[2];
    for (std::size_t i = 3; i < words.size(); ++i) {
        if (words[i].starts_with("("))
            array.read_only |= words[i].find("read-only") != std::string_view::npos;
        else if (auto member = member_of(words[i]))
            add_member(array, std::move(*member));
        else if (array.level.empty())
            array.level = words[i];
    }
    return array;
}

// "[8/7]"
void read_counts(std::string_view word, MdArray& array) {
    const auto slash = word.find('/');
    if (!word.starts_with("[") || slash == std::string_view::npos) return;
    const auto made = number_at<int>(word.substr(1)),
               working = number_at<int>(word.substr(slash + 1));
    if (!made || !working) return;
    // More work than there are slots while a replacement is rebuilt: "[2/3] [UU]".
    array.raid_disks = *made;
    array.working = std::min(*made, *working);
}

void read_blocks(const std::vector<std::string_view>& words, MdArray& array) {
    array.size_kib = number_at<std::uint64_t>(words[0]).value_or(0);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool chunk = words[i].starts_with("chunk") || words[i].starts_with("rounding");
        if (chunk) array.chunk = chunk_bytes(words[i - 1]);
        if (words[i].starts_with("near-copies"))
            array.near_copies = number_at<int>(words[i - 1]).value_or(0);
        if (words[i].starts_with("far-copies") || words[i].starts_with("offset-copies")) {
            array.far_copies = number_at<int>(words[i - 1]).value_or(0);
            array.far_is_offset = words[i].starts_with("offset");
        }
        read_counts(words[i], array);
    }
}

// "[===>....]  check = 15.6% (...)" or "resync=DELAYED"
void read_sync(std::string_view line, MdArray& array) {
    for (const auto* action : {"resync", "recovery", "reshape", "check", "repair"}) {
        const auto at = line.find(action);
        if (at == std::string_view::npos) continue;
        const auto equals = line.find('=', at);
        if (equals == std::string_view::npos) continue;
        MdSync sync{action, std::nullopt, ""};
        const auto rest = words_of(line.substr(equals + 1));
        if (!rest.empty()) {
            double percent = 0;
            const auto [end, problem] =
                std::from_chars(rest[0].data(), rest[0].data() + rest[0].size(), percent);
            if (problem == std::errc{})
                sync.percent = percent;
            else
                sync.state = rest[0];
        }
        array.sync = sync;
        return;
    }
}

}  // namespace

RaidDescription MdArray::description() const {
    const auto active = static_cast<int>(std::ranges::count_if(members, [](const MdMember& m) {
        return m.flags.find_first_of("SFJR") == std::string::npos;
    }));
    RaidDescription raid{level, raid_disks > 0 ? raid_disks : active, chunk, 1};
    if (level == "raid10") raid.near_copies = std::max(near_copies, 1);
    return raid;
}

Result<std::vector<MdArray>> read_mdstat(std::string_view text) {
    std::vector<MdArray> arrays;
    bool recognised = false;
    while (const auto next = next_line(text)) {
        const auto line = *next;
        const auto words = words_of(line);
        if (words.empty()) continue;
        recognised |= words[0] == "Personalities" || line.starts_with("unused devices");
        if (auto head = head_of(words)) {
            if (arrays.size() == most_entries)
                return fail(ErrorCode::bad_input, "an mdstat with more arrays than md can have");
            arrays.push_back(std::move(*head));
            recognised = true;
        } else if (!arrays.empty()) {
            if (words.size() > 1 && words[1] == "blocks")
                read_blocks(words, arrays.back());
            else if (words[0] != "bitmap:")
                read_sync(line, arrays.back());
        }
    }
    if (!recognised)
        return fail(ErrorCode::bad_input,
                    "no mdstat: neither 'Personalities' nor an 'mdN : …' line");
    return arrays;
}

}  // namespace fstune::knowledge
