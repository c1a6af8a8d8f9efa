#include "knowledge/readers/xfs_info.h"

#include <array>

#include "knowledge/readers/text.h"

namespace fstune::knowledge {

namespace {

constexpr auto sections =
    std::to_array<std::string_view>({"meta-data", "data", "naming", "log", "realtime"});

// "data     =  bsize=4096   blocks=10483712, imaxpct=25"; the section of a line that starts with
// blanks is the one before.
bool take_table_line(std::string_view line, std::string& section, XfsInfo& info) {
    const auto first = trim(line.substr(0, line.find('=')));
    if (line.find('=') == std::string_view::npos) return false;
    bool known = first.empty() && !section.empty();
    for (const auto name : sections)
        if (first == name) section = name, known = true;
    if (!known) return false;
    auto rest = line.substr(line.find('=') + 1);
    if (first == "meta-data") info.device = trim(rest.substr(0, rest.find(' ')));
    for (auto word : split_words(rest)) {
        while (word.ends_with(',')) word.remove_suffix(1);
        const auto equals = word.find('=');
        if (equals != std::string_view::npos)
            info.values.try_emplace(section + "." + std::string(word.substr(0, equals)),
                                    word.substr(equals + 1));
    }
    return true;
}

}  // namespace

bool XfsInfo::complete() const {
    return values.contains("data.bsize") && values.contains("data.blocks");
}

std::uint64_t XfsInfo::number(const std::string& key) const {
    const auto at = values.find(key);
    return at == values.end() ? 0 : number_at_front<std::uint64_t>(at->second).value_or(0);
}

std::optional<std::string> XfsInfo::text(const std::string& key) const {
    const auto at = values.find(key);
    return at == values.end() ? std::nullopt : std::optional(at->second);
}

bool is_xfs_info(std::string_view text) {
    if (text.find("meta-data=") != std::string_view::npos &&
        text.find("isize=") != std::string_view::npos)
        return true;
    for (const auto* words :
         {"Filesystem must be larger than", "Usage: mkfs.xfs", "log stripe unit (",
          "AG size is a multiple of stripe width", "Minimum inode size for CRCs",
          "too small, minimum", "V4 filesystems are deprecated", "both data su and data sw",
          "data stripe width ("})
        if (text.find(words) != std::string_view::npos) return true;
    return false;
}

XfsInfo read_xfs_info(std::string_view text) {
    XfsInfo info;
    std::string section;
    for_each_line(text, [&](std::string_view line) {
        if (trim(line).empty()) return;
        if (!line.starts_with('#') && take_table_line(line, section, info)) return;
        auto words = trim(line);
        while (words.starts_with('#')) words = trim(words.substr(1));
        if (info.messages.size() < 200) info.messages.emplace_back(words);
    });
    return info;
}

}  // namespace fstune::knowledge
