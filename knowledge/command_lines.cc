#include "knowledge/command_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "knowledge/catalogue/entry.h"
#include "knowledge/catalogue/tools.h"
#include "knowledge/constraints.h"

namespace fstune::knowledge {

namespace {

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
    else if (!option.text.empty())
        same->text += "," + option.text;
}

class Writer {
  public:
    Writer(const std::vector<Parameter>& parameters, const Configuration& configuration)
        : parameters_(parameters), configuration_(configuration) {}

    Result<void> add(const std::string& name, const Value& value) {
        const auto* entry = find_entry(name);
        if (entry == nullptr)
            return fail(ErrorCode::usage, fmt::format("no parameter '{}' in the catalogue", name));
        const auto& filesystem = entry->parameter.filesystem;
        if (filesystem != "queue" && filesystem != configuration_.filesystem)
            return fail(ErrorCode::usage,
                        fmt::format("{} is no parameter of {}", name, configuration_.filesystem));
        for (const auto& condition : entry->parameter.conditions)
            if (!holds(condition))
                return fail(ErrorCode::usage,
                            fmt::format("{} does not go without {}={}", name, condition.parameter,
                                        to_text(condition.any_of.front())));
        put(*entry, value);
        return {};
    }

    CommandLines lines(const std::string& device, Purpose purpose) const {
        CommandLines lines{plain_mkfs(configuration_.filesystem),
                           fmt::format("{}", fmt::join(mount_, ",")), queue_};
        auto options = purpose == Purpose::probe ? probe_options(configuration_.filesystem)
                                                 : std::vector<MkfsOption>{};
        for (const auto& option : mkfs_) add_joined(options, option);
        for (const auto& option : options) {
            lines.mkfs.push_back(option.flag);
            if (!option.text.empty()) lines.mkfs.push_back(option.text);
        }
        lines.mkfs.push_back(device);
        // Another scheduler resets other settings, so it goes first; another max_sectors_kb resets
        // read_ahead_kb, so that goes last.
        std::ranges::stable_sort(lines.queue, {}, [](const auto& q) {
            return q.attribute == "scheduler" ? 0 : q.attribute == "read_ahead_kb" ? 2 : 1;
        });
        return lines;
    }

  private:
    Value value_of(const Entry& entry) const {
        const auto& name = entry.parameter.name;
        const auto set = configuration_.values.find(name);
        if (set != configuration_.values.end()) return set->second;
        const auto given = std::ranges::find(parameters_, name, &Parameter::name);
        return given != parameters_.end() ? given->default_value : entry.parameter.default_value;
    }

    bool holds(const Condition& condition) const {
        const auto* entry = find_entry(condition.parameter);
        return entry != nullptr &&
               std::ranges::find(condition.any_of, value_of(*entry)) != condition.any_of.end();
    }

    void put(const Entry& entry, const Value& value) {
        const auto& rule = entry.write;
        if (!rule.part_of.empty()) return put_whole(rule.part_of);
        if (!rule.bare.empty() && to_text(value) == rule.bare)
            return add_joined(mkfs_, {rule.option, ""});
        const auto text = written(rule, value);
        if (text.empty()) return;
        if (entry.parameter.stage == Stage::queue)
            queue_.push_back({queue_attribute(entry), text});
        else if (entry.parameter.stage == Stage::mkfs)
            add_joined(mkfs_, {rule.option, text});
        else if (!rule.appends_to.empty())
            append(rule.appends_to, text);
        else
            mount_.push_back(text);
    }

    // Naming one part takes the others' defaults away, so all of them are written.
    void put_whole(const std::string& option) {
        if (!wholes_.insert(option).second) return;
        std::vector<std::string> parts;
        for (const auto& entry : entries()) {
            const bool part = entry.write.part_of == option &&
                              entry.parameter.filesystem == configuration_.filesystem;
            const auto text = part ? written(entry.write, value_of(entry)) : "";
            if (!text.empty()) parts.push_back(text);
        }
        mount_.push_back(fmt::format("{}={}", option, fmt::join(parts, ":")));
    }

    void append(const std::string& field, const std::string& text) {
        for (auto& option : mount_)
            if (option.starts_with(field + "=")) option += text;
    }

    const std::vector<Parameter>& parameters_;
    const Configuration& configuration_;
    std::vector<MkfsOption> mkfs_;
    std::vector<std::string> mount_;
    std::set<std::string> wholes_;
    std::vector<QueueSetting> queue_;
};

}  // namespace

Result<CommandLines> command_lines(const std::vector<Parameter>& parameters,
                                   const Configuration& configuration, const std::string& device,
                                   Purpose purpose) {
    Writer writer(parameters, configuration);
    for (const auto& [name, value] : configuration.values)
        if (auto added = writer.add(name, value); !added) return tl::unexpected(added.error());
    if (const auto broken = broken_constraints(parameters, configuration); !broken.empty())
        return fail(ErrorCode::unsupported, fmt::format("{}", fmt::join(broken, "; ")));
    return writer.lines(device, purpose);
}

}  // namespace fstune::knowledge
