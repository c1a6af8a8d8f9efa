#include "knowledge/readers/mdstat.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fstune::knowledge {

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = line.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
        const auto end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t\r", end);
    }
    return words;
}

template <typename Number>
std::optional<Number> number_at(std::string_view text) {
    Number number{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc{}) return std::nullopt;
    return number;
}

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
            array.members.push_back(*member);
        else if (array.level.empty())
            array.level = words[i];
    }
    return array;
}

std::uint64_t bytes_of(std::string_view word) {
    const auto number = number_at<std::uint64_t>(word);
    if (!number || *number > (std::uint64_t{1} << 40)) return 0;
    const auto unit = word.find_first_not_of("0123456789");
    if (unit == std::string_view::npos) return *number;
    return *number * (word[unit] == 'k' || word[unit] == 'K' ? 1024
                      : word[unit] == 'M'                    ? 1024 * 1024
                                                             : 1);
}

// "[8/7]"
void read_counts(std::string_view word, MdArray& array) {
    const auto slash = word.find('/');
    if (!word.starts_with("[") || slash == std::string_view::npos) return;
    const auto made = number_at<int>(word.substr(1)),
               working = number_at<int>(word.substr(slash + 1));
    if (!made || !working) return;
    // The kernel prints raid_disks first; an early md printed them the other way round.
    array.raid_disks = std::max(*made, *working);
    array.working = std::min(*made, *working);
}

void read_blocks(const std::vector<std::string_view>& words, MdArray& array) {
    array.size_kib = number_at<std::uint64_t>(words[0]).value_or(0);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const bool chunk = words[i].starts_with("chunk") || words[i].starts_with("rounding");
        if (chunk) array.chunk = bytes_of(words[i - 1]);
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
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        const auto line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const auto words = words_of(line);
        if (words.empty()) continue;
        recognised |= words[0] == "Personalities" || line.starts_with("unused devices");
        if (auto head = head_of(words)) {
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
