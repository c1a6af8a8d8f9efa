#include "knowledge/readers/sysfs_values.h"

#include <algorithm>

#include "knowledge/readers/lines.h"

namespace fstune::knowledge {

namespace {

constexpr std::string_view folders[] = {"queue/", "md/", "dm/", "device/", "slaves/", "holders/"};
// Four that nothing else than a queue has, so that they are known without their folder.
constexpr std::string_view topology[] = {"logical_block_size", "physical_block_size",
                                         "minimum_io_size", "optimal_io_size"};
constexpr std::string_view queue_files[] = {
    "rotational",  "read_ahead_kb",     "nr_requests",         "max_sectors_kb",
    "write_cache", "discard_max_bytes", "discard_granularity", "scheduler"};

template <typename List>
bool in(const List& list, std::string_view text) {
    return std::ranges::find(list, text) != std::end(list);
}

bool is_sysfs(std::string_view path) {
    return path == "alignment_offset" ||
           std::ranges::any_of(folders, [&](auto folder) { return path.starts_with(folder); });
}

// At least two of the topology, and no array or controller that is described beside them.
bool names_topology(std::string_view text) {
    const auto found = std::ranges::count_if(topology, [&](auto name) {
        for (const auto* sign : {"=", ":"})
            if (text.find(std::string(name) + sign) != std::string_view::npos) return true;
        return false;
    });
    const auto says = [&](const char* words) { return text.find(words) != std::string_view::npos; };
    return found >= 2 && !says("level=") && !says("strip");
}

bool is_name(std::string_view key) {
    return key == "device" || key == "array" || key == "disk" || key == "name";
}

struct Path {
    std::string_view device, file;
};

// "/sys/block/sda/queue/rotational" and "sda/queue/rotational" -> sda, queue/rotational
Path split(std::string_view path) {
    for (const std::string_view root : {"/sys/class/block/", "/sys/block/"}) {
        if (!path.starts_with(root)) continue;
        path.remove_prefix(root.size());
        const auto slash = path.find('/');
        if (slash == std::string_view::npos) return {path, ""};
        return {path.substr(0, slash), path.substr(slash + 1)};
    }
    const auto slash = path.find('/');
    if (slash != std::string_view::npos && slash > 0 && is_sysfs(path.substr(slash + 1)))
        return {path.substr(0, slash), path.substr(slash + 1)};
    return {"", path};
}

// Where the value begins: "path=value", or "path:value" as `grep . FILE...` prints it.
std::size_t separator_of(std::string_view word) {
    const auto equals = word.find('=');
    if (equals != std::string_view::npos) return equals;
    const auto colon = word.find(':');
    const bool path = colon != std::string_view::npos &&
                      (word.starts_with("/sys/") || is_sysfs(split(word.substr(0, colon)).file));
    return path ? colon : std::string_view::npos;
}

std::string_view base_name(std::string_view path) {
    const auto slash = path.rfind('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

class Reader {
  public:
    explicit Reader(bool bare) : bare_(bare), recognised_(bare) {}

    void read_line(std::string_view line) {
        const auto words = words_of(line);
        bool first = true, label = false;
        value_ = nullptr;
        for (const auto word : words) {
            const auto equals = separator_of(word);
            if (equals != std::string_view::npos && equals > 0)
                open(word.substr(0, equals), word.substr(equals + 1));
            else if (value_ != nullptr)
                value_->append(" ").append(word);  // "[none] mq-deadline"
            else if (first && words.size() > 1 && separator_of(words[1]) != std::string_view::npos)
                label = begin(word);
            first = false;
        }
        if (label) closed_ = true;
    }
    std::vector<SysfsValues> found() { return std::move(found_); }
    bool full() const { return found_.size() > most_entries; }
    bool recognised() const { return recognised_; }

  private:
    bool begin(std::string_view label) {
        while (label.ends_with(':')) label.remove_suffix(1);
        found_.emplace_back().label = label;
        label_ = label;
        closed_ = false;
        return true;
    }
    SysfsValues& current(std::string_view device, std::string_view file) {
        if (!device.empty() && label_.empty()) {
            // Files of several devices, sorted by file: each device is one entry.
            const auto [at, fresh] = by_device_.try_emplace(std::string(device), found_.size());
            if (!fresh && !found_[at->second].values.contains(std::string(file)))
                return found_[at->second];
            at->second = found_.size();
        }
        const bool other = !found_.empty() && !device.empty() && !found_.back().device.empty() &&
                           found_.back().device != device;
        const bool again = !found_.empty() && found_.back().values.contains(std::string(file));
        const bool joins = !found_.empty() && !closed_ && !other && !again;
        if (!joins) found_.emplace_back();
        closed_ = false;
        if (!device.empty()) found_.back().device = device;
        if (!device.empty() && label_.empty()) by_device_[std::string(device)] = found_.size() - 1;
        return found_.back();
    }
    void open(std::string_view key, std::string_view text) {
        const auto path = split(key);
        recognised_ |= is_sysfs(path.file) || (!path.device.empty() && key.starts_with("/sys/"));
        const bool bare = bare_ && (in(topology, path.file) || in(queue_files, path.file));
        const auto file = (bare ? "queue/" : "") + std::string(path.file);
        auto& values = current(is_name(path.file) ? base_name(text) : path.device, file);
        if (values.values.size() < 1024) value_ = &(values.values[file] = std::string(text));
    }

    const bool bare_;  // files of the queue are named without their folder
    std::vector<SysfsValues> found_;
    std::map<std::string, std::size_t> by_device_;
    std::string label_;
    std::string* value_ = nullptr;
    bool closed_ = false, recognised_;
};

template <typename Number>
void take(const SysfsValues& from, const char* path, Number& number) {
    if (const auto read = number_at<Number>(from.value(path))) number = *read;
}

}  // namespace

std::string SysfsValues::value(const std::string& path) const {
    const auto found = values.find(path);
    return found == values.end() ? "" : found->second;
}

void read_scheduler(std::string_view text, QueueFacts& queue) {
    for (auto word : words_of(text)) {
        const bool in_use = word.size() > 2 && word.starts_with('[') && word.ends_with(']');
        if (in_use) word = word.substr(1, word.size() - 2);
        if (in_use) queue.scheduler = word;
        queue.schedulers.emplace_back(word);
    }
    if (queue.scheduler.empty() && queue.schedulers.size() == 1)
        queue.scheduler = queue.schedulers.front();
}

DeviceFacts SysfsValues::facts() const {
    DeviceFacts facts;
    facts.name = device;
    if (!device.empty()) facts.path = "/dev/" + device;
    std::uint64_t sectors = 0;
    take(*this, "size", sectors);
    facts.size = sectors < (std::uint64_t{1} << 54) ? sectors * 512 : 0;
    take(*this, "alignment_offset", facts.alignment_offset);
    facts.read_only = value("ro") == "1";
    facts.removable = value("removable") == "1";
    auto& queue = facts.queue;
    take(*this, "queue/logical_block_size", queue.logical_block_size);
    queue.physical_block_size = queue.logical_block_size;
    take(*this, "queue/physical_block_size", queue.physical_block_size);
    take(*this, "queue/minimum_io_size", queue.minimum_io_size);
    take(*this, "queue/optimal_io_size", queue.optimal_io_size);
    take(*this, "queue/discard_granularity", queue.discard_granularity);
    take(*this, "queue/discard_max_bytes", queue.discard_max_bytes);
    take(*this, "queue/read_ahead_kb", queue.read_ahead_kb);
    take(*this, "queue/nr_requests", queue.nr_requests);
    take(*this, "queue/max_sectors_kb", queue.max_sectors_kb);
    queue.write_cache = value("queue/write_cache");
    queue.rotational = value("queue/rotational") == "1";
    read_scheduler(value("queue/scheduler"), queue);
    return facts;
}

Result<std::vector<SysfsValues>> read_sysfs_values(std::string_view text) {
    Reader reader(names_topology(text));
    while (const auto line = next_line(text)) {
        const auto plain = trimmed(*line);
        if (plain.starts_with('#') || plain.starts_with("$ ")) continue;
        reader.read_line(plain);
        if (reader.full())
            return fail(ErrorCode::bad_input, "sysfs values of more devices than a machine has");
    }
    if (!reader.recognised())
        return fail(ErrorCode::bad_input,
                    "no sysfs values: no line like 'queue/optimal_io_size=1572864'");
    return reader.found();
}

}  // namespace fstune::knowledge
