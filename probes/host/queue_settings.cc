#include "probes/host/queue_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fstune::probes {

namespace {

// The scheduler stands first because it resets others; they are put back after it.
constexpr std::array disturbed{"scheduler",      "nr_requests", "read_ahead_kb",
                               "max_sectors_kb", "rq_affinity", "nomerges",
                               "wbt_lat_usec",   "rotational",  "add_random"};

std::string path(const std::string& disk, const std::string& attribute) {
    return "/sys/block/" + disk + "/queue/" + attribute;
}

Result<std::string> shown(const Files& files, const std::string& disk,
                          const std::string& attribute) {
    auto text = files.read(path(disk, attribute));
    if (text)
        while (!text->empty() && text->back() == '\n') text->pop_back();
    return text;
}

// "none [mq-deadline] kyber" -> "mq-deadline": what would be written to get it back.
std::string chosen(const std::string& text) {
    const auto open = text.find('[');
    const auto close = text.find(']', open);
    return close == std::string::npos ? text : text.substr(open + 1, close - open - 1);
}

Result<void> put_back(Files& files, const std::string& disk, const QueueValue& value) {
    const auto now = shown(files, disk, value.attribute);
    if (!now) return tl::unexpected(now.error());
    if (chosen(*now) == value.value) return {};
    if (auto done = files.write(path(disk, value.attribute), value.value); !done) return done;
    const auto then = shown(files, disk, value.attribute);
    if (then && chosen(*then) == value.value) return {};
    return fail(ErrorCode::failed,
                fmt::format("{} was {} and cannot be put back; it is {} now",
                            path(disk, value.attribute), value.value, then.value_or("unreadable")));
}

}  // namespace

Result<std::string> QueueSettings::read(const std::string& attribute) const {
    return shown(files_, disk_, attribute);
}

Result<void> QueueSettings::remember(const std::string& attribute) {
    std::vector<QueueValue> values;
    const auto add = [&](const std::string& name) {
        const auto known = [&](const QueueValue& one) { return one.attribute == name; };
        if (std::any_of(before_.begin(), before_.end(), known)) return;
        if (const auto text = read(name)) values.push_back({name, chosen(*text)});
    };
    for (const auto* name : disturbed) add(name);
    if (std::find(disturbed.begin(), disturbed.end(), attribute) == disturbed.end()) add(attribute);
    if (values.empty()) return {};
    if (auto done = ledger_.record(values); !done) return done;
    before_.insert(before_.end(), values.begin(), values.end());
    return {};
}

Result<void> QueueSettings::set(const std::string& attribute, const std::string& value) {
    if (attribute.find('/') != std::string::npos)
        return fail(ErrorCode::usage, "'" + attribute + "' is no name of a queue setting");
    if (auto done = remember(attribute); !done) return done;
    return files_.write(path(disk_, attribute), value);
}

Result<void> QueueSettings::restore() { return restore_queue(files_, disk_, before_); }

Result<void> restore_queue(Files& files, const std::string& disk,
                           const std::vector<QueueValue>& values) {
    // Writing max_sectors_kb, rotational or add_random resets read_ahead_kb.
    auto ordered = values;
    std::stable_partition(ordered.begin(), ordered.end(), [](const QueueValue& value) {
        return value.attribute != "read_ahead_kb";
    });
    Result<void> first;
    for (const auto& value : ordered)
        if (auto done = put_back(files, disk, value); !done && first) first = done;
    return first;
}

}  // namespace fstune::probes
