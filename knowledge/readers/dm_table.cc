#include "knowledge/readers/dm_table.h"

#include <limits>

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

using Words = std::vector<std::string_view>;

std::uint64_t sectors(std::string_view word) {
    const auto number = number_at<std::uint64_t>(word).value_or(0);
    return number > std::numeric_limits<std::uint64_t>::max() / 512 ? 0 : number * 512;
}

// "8:16" or a path; the device of a table's argument.
bool is_device(std::string_view word) {
    return word.starts_with('/') ||
           (word.find(':') != std::string_view::npos && number_at<unsigned>(word));
}

// "<stripes> <chunk> [<device> <offset>]..."
void read_striped(const Words& args, DmTarget& target) {
    if (args.size() < 2) return;
    RaidDescription raid{"0", number_at<int>(args[0]).value_or(0), sectors(args[1]), 1};
    if (raid.disks > 0) target.raid = raid;
}

// "<type> <#parameters> <chunk> [<parameter>...] <#devices> [<metadata> <data>]..."
void read_raid(const Words& args, DmTarget& target) {
    if (args.size() < 3) return;
    const auto parameters = number_at<std::size_t>(args[1]).value_or(0);
    if (parameters == 0 || parameters > args.size() - 2) return;
    auto level = std::string(args[0].substr(0, args[0].find('_')));
    RaidDescription raid{level, 0, sectors(args[2]), level == "raid10" ? 2 : 1};
    const auto end = 2 + parameters;
    bool far = false;
    for (std::size_t i = 3; i + 1 < end; ++i) {
        if (args[i] == "raid10_copies")
            raid.near_copies = number_at<int>(args[i + 1]).value_or(raid.near_copies);
        if (args[i] == "raid10_format") far = args[i + 1] != "near";
    }
    if (far) raid.near_copies = 1;
    if (end < args.size()) raid.disks = number_at<int>(args[end]).value_or(0);
    if (raid.disks > 0) target.raid = raid;
}

void read_arguments(const Words& args, DmTarget& target) {
    for (const auto arg : args)
        if (is_device(arg)) target.below.emplace_back(arg);
    if (target.type == "striped") read_striped(args, target);
    if (target.type == "raid") read_raid(args, target);
    if (target.type == "linear" && args.size() > 1) target.offset = sectors(args[1]);
    if (target.type == "crypt" && args.size() > 4) target.offset = sectors(args[4]);
    if (target.type == "thin-pool" && args.size() > 2) target.thin_block = sectors(args[2]);
}

std::optional<DmTarget> target_of(Words words) {
    DmTarget target;
    if (!words.empty() && words[0].ends_with(':')) {
        target.device = words[0].substr(0, words[0].size() - 1);
        words.erase(words.begin());
    }
    if (words.size() < 3 || !number_at<std::uint64_t>(words[0]) ||
        !number_at<std::uint64_t>(words[1]) ||
        words[2].find_first_not_of("abcdefghijklmnopqrstuvwxyz-0123456789") !=
            std::string_view::npos ||
        number_at<std::uint64_t>(words[2]))
        return std::nullopt;
    target.start = sectors(words[0]);
    target.length = sectors(words[1]);
    target.type = words[2];
    words.erase(words.begin(), words.begin() + 3);
    read_arguments(words, target);
    return target;
}

}  // namespace

Result<std::vector<DmTarget>> read_dm_table(std::string_view text) {
    std::vector<DmTarget> targets;
    while (const auto line = next_line(text)) {
        auto target = target_of(words_of(*line));
        if (!target) continue;
        if (targets.size() == most_entries)
            return fail(ErrorCode::bad_input, "a device-mapper table with more lines than sense");
        targets.push_back(std::move(*target));
    }
    if (targets.empty())
        return fail(ErrorCode::bad_input,
                    "no device-mapper table: no line 'START LENGTH TARGET …' in sectors");
    return targets;
}

}  // namespace fstune::knowledge
