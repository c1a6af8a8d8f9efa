#include "knowledge/command_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "knowledge/catalogue/entry.h"

namespace fstune::knowledge {

namespace {

// What every mkfs of a kind is called with. Force is safe only because the guard has decided
// before; without it mkfs.xfs and mkfs.btrfs stop at the filesystem of the trial before.
std::vector<std::string> plain_mkfs(const std::string& filesystem) {
    if (filesystem.starts_with("ext")) return {"mkfs." + filesystem, "-q", "-F"};
    if (filesystem == "btrfs") return {"mkfs.btrfs", "-q", "-f"};
    return {"mkfs." + filesystem, "-f"};
}

struct MkfsOption {
    std::string flag;
    std::string text;  // empty: a flag alone
};

// A probe must not measure what mkfs leaves for later, nor wait for discards.
std::vector<MkfsOption> probe_only(const std::string& filesystem) {
    if (filesystem.starts_with("ext"))
        return {{"-E", "lazy_itable_init=0,lazy_journal_init=0,nodiscard"}};
    return {{"-K", ""}};
}

std::string written(const WriteRule& rule, const Value& value) {
    const auto text = to_text(value);
    if (const auto found = rule.texts.find(text); found != rule.texts.end()) return found->second;
    return rule.text.empty() ? "" : fmt::format(fmt::runtime(rule.text), text);
}

// mkfs options of the same flag become one, joined by commas, in the order they came.
void add_joined(std::vector<MkfsOption>& options, const MkfsOption& option) {
    const auto same = std::ranges::find(options, option.flag, &MkfsOption::flag);
    if (same == options.end())
        options.push_back(option);
    else
        same->text += "," + option.text;
}

class Writer {
  public:
    Writer(const Configuration& configuration, Purpose purpose) : configuration_(configuration) {
        if (purpose == Purpose::probe) mkfs_ = probe_only(configuration.filesystem);
    }

    Result<void> add(const std::string& name, const Value& value) {
        const auto* entry = find_entry(name);
        if (entry == nullptr)
            return fail(ErrorCode::usage, fmt::format("no parameter '{}' in the catalogue", name));
        for (const auto& condition : entry->parameter.conditions)
            if (!holds(condition))
                return fail(ErrorCode::usage,
                            fmt::format("{} does not go without {}={}", name, condition.parameter,
                                        to_text(condition.any_of.front())));
        put(*entry, written(entry->write, value), value);
        return {};
    }

    CommandLines lines(const std::string& device) const {
        CommandLines lines{plain_mkfs(configuration_.filesystem),
                           fmt::format("{}", fmt::join(mount_, ",")), queue_};
        for (const auto& option : mkfs_) {
            lines.mkfs.push_back(option.flag);
            if (!option.text.empty()) lines.mkfs.push_back(option.text);
        }
        lines.mkfs.push_back(device);
        // Another scheduler resets the other settings, so it goes first.
        std::ranges::stable_partition(lines.queue,
                                      [](const auto& q) { return q.attribute == "scheduler"; });
        return lines;
    }

  private:
    bool holds(const Condition& condition) const {
        const auto set = configuration_.values.find(condition.parameter);
        const auto* entry = find_entry(condition.parameter);
        if (set == configuration_.values.end() && entry == nullptr) return false;
        const auto& value =
            set != configuration_.values.end() ? set->second : entry->parameter.default_value;
        return std::ranges::find(condition.any_of, value) != condition.any_of.end();
    }

    void put(const Entry& entry, const std::string& text, const Value& value) {
        const auto& parameter = entry.parameter;
        if (text.empty()) return;
        if (parameter.stage == Stage::queue)
            queue_.push_back({parameter.field, text});
        else if (parameter.stage == Stage::mkfs)
            add_joined(mkfs_, {entry.write.option, text});
        else if (!entry.write.appends_to.empty())
            append(entry.write.appends_to, text);
        else
            mount_.push_back(text);
        (void)value;
    }

    void append(const std::string& field, const std::string& text) {
        for (auto& option : mount_)
            if (option.starts_with(field + "=")) option += text;
    }

    const Configuration& configuration_;
    std::vector<MkfsOption> mkfs_;
    std::vector<std::string> mount_;
    std::vector<QueueSetting> queue_;
};

}  // namespace

Result<CommandLines> command_lines(const std::vector<Parameter>&,
                                   const Configuration& configuration, const std::string& device,
                                   Purpose purpose) {
    Writer writer(configuration, purpose);
    for (const auto& [name, value] : configuration.values)
        if (auto added = writer.add(name, value); !added) return tl::unexpected(added.error());
    return writer.lines(device);
}

std::vector<std::string> superblock_command(const std::string& filesystem,
                                            const std::string& device,
                                            const std::string& mount_point) {
    if (filesystem.starts_with("ext")) return {"dumpe2fs", "-h", device};
    if (filesystem == "xfs") return {"xfs_info", mount_point};
    if (filesystem == "btrfs") return {"btrfs", "inspect-internal", "dump-super", "-f", device};
    return {};
}

}  // namespace fstune::knowledge
