#include "knowledge/readers/lsblk_table.h"

#include <algorithm>
#include <array>

#include "knowledge/readers/lines.h"
#include "knowledge/units.h"

namespace fstune::knowledge {

namespace {

constexpr std::size_t deepest = 64;  // layers of devices
constexpr std::size_t widest = 64;   // columns

struct Word {
    std::size_t from, to;  // columns of the screen
    std::string text;
};

// Each character of the tree's lines is several bytes and one column.
std::string by_columns(std::string_view line) {
    std::string columns;
    for (const char c : line) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xc0U) == 0x80) continue;
        columns += byte < 0x80 ? c : '|';
    }
    return columns;
}

std::vector<Word> words_in(std::string_view columns) {
    std::vector<Word> words;
    for (const auto word : words_of(columns)) {
        if (words.size() == widest) break;
        const auto from = static_cast<std::size_t>(word.data() - columns.data());
        words.push_back({from, from + word.size(), std::string(word)});
    }
    return words;
}

bool is_header(const std::vector<Word>& words) {
    if (words.size() < 2 || words[0].text != "NAME") return false;
    constexpr auto known = std::to_array<std::string_view>(
        {"TYPE", "FSTYPE", "MOUNTPOINT", "MOUNTPOINTS", "MAJ:MIN", "SIZE", "RO", "RM", "SERIAL"});
    return std::ranges::any_of(words, [&](const Word& word) {
        return std::ranges::find(known, word.text) != known.end();
    });
}

// Columns are left or right aligned, so a value lies below its header, or next to it.
std::size_t column_of(const std::vector<Word>& header, const Word& word) {
    std::size_t best = 0;
    auto least = std::numeric_limits<std::ptrdiff_t>::max();
    for (std::size_t i = 1; i < header.size(); ++i) {
        const auto from = static_cast<std::ptrdiff_t>(std::max(header[i].from, word.from));
        const auto to = static_cast<std::ptrdiff_t>(std::min(header[i].to, word.to));
        if (from - to < least) least = from - to, best = i;
    }
    return best;
}

void take(const std::string& column, const std::string& text, LsblkDevice& device) {
    if (column == "KNAME") device.kname = text;
    if (column == "PATH") device.path = text;
    if (column == "TYPE") device.type = text;
    if (column == "FSTYPE") device.fstype = text;
    if (column == "TRAN") device.transport = text;
    if (column == "SERIAL") device.serial = text;
    if (column == "WWN") device.wwn = text;
    if (column == "SIZE") device.size = parse_size(text).value_or(0);
    if (column == "RO") device.read_only = text == "1";
    if (column == "RM") device.removable = text == "1";
    if (column == "LOG-SEC") device.logical_block_size = number_at<std::uint64_t>(text).value_or(0);
    if (column == "PHY-SEC")
        device.physical_block_size = number_at<std::uint64_t>(text).value_or(0);
    if (column.starts_with("MOUNTPOINT")) device.mountpoints.push_back(text);
}

// The device `depth` layers below the last one at the top.
LsblkDevice& add_at(std::vector<LsblkDevice>& top, std::size_t depth) {
    auto* level = &top;
    for (std::size_t i = 0; i < depth && !level->empty(); ++i) level = &level->back().children;
    return level->emplace_back();
}

class Reader {
  public:
    void read(std::string_view line) {
        const auto columns = by_columns(line);
        auto words = words_in(columns);
        if (is_header(words)) {
            header_ = std::move(words);
            return;
        }
        if (header_.empty() || count_ == most_entries) return;
        const auto name_at = columns.find_first_not_of(" \t\r\v\f|`-");
        if (name_at == std::string::npos) return;
        const auto& mounts = header_.back();
        const bool goes_on = mounts.text == "MOUNTPOINTS" && name_at + 1 >= mounts.from;
        if (goes_on) return more_mounts(words);
        read_row(name_at, words);
    }
    bool found() const { return count_ > 0; }
    std::vector<LsblkDevice> devices() { return std::move(top_); }

  private:
    void read_row(std::size_t name_at, const std::vector<Word>& words) {
        std::size_t first = 0;
        while (first < words.size() && words[first].to <= name_at) ++first;
        if (first == words.size()) return;
        auto& device = add_at(top_, std::min(name_at / 2, deepest));
        const auto& name = words[first];
        device.name = name.text.substr(name_at > name.from ? name_at - name.from : 0);
        for (auto i = first + 1; i < words.size(); ++i)
            take(header_[column_of(header_, words[i])].text, words[i].text, device);
        ++count_;
    }
    void more_mounts(const std::vector<Word>& words) {
        if (top_.empty()) return;
        auto* device = &top_.back();
        while (!device->children.empty()) device = &device->children.back();
        if (device->mountpoints.size() < most_entries)
            device->mountpoints.push_back(words.back().text);
    }

    std::vector<Word> header_;
    std::vector<LsblkDevice> top_;
    std::size_t count_ = 0;
};

bool is_wipefs_header(std::string_view line) {
    const auto words = words_of(line);
    return (words.size() >= 3 && words[0] == "DEVICE" && words[1] == "OFFSET" &&
            words[2] == "TYPE") ||
           (words.size() == 2 && words[0] == "offset" && words[1] == "type");
}

}  // namespace

bool is_lsblk_table(std::string_view text) {
    while (const auto line = next_line(text))
        if (line->starts_with("NAME ") && is_header(words_in(*line))) return true;
    return false;
}

Result<std::vector<LsblkDevice>> read_lsblk_table(std::string_view text) {
    Reader reader;
    while (const auto line = next_line(text)) reader.read(*line);
    if (!reader.found())
        return fail(ErrorCode::bad_input, "lsblk: no device below the line that begins NAME");
    return reader.devices();
}

bool is_wipefs_table(std::string_view text) {
    while (const auto line = next_line(text))
        if (is_wipefs_header(*line)) return true;
    return false;
}

Result<std::vector<WipefsSignature>> read_wipefs_table(std::string_view text) {
    std::vector<WipefsSignature> signatures;
    bool below = false;
    while (const auto line = next_line(text)) {
        below = below || is_wipefs_header(*line);
        const auto words = words_of(*line);
        const auto offset = std::ranges::find_if(words, [](auto w) { return w.starts_with("0x"); });
        if (!below || offset == words.end() || offset + 1 == words.end()) continue;
        if (signatures.size() == most_entries)
            return fail(ErrorCode::bad_input, "wipefs: more signatures than a machine has");
        signatures.push_back({offset == words.begin() ? "device" : std::string(words[0]),
                              std::string(offset[1]), std::string(*offset)});
    }
    return signatures;
}

}  // namespace fstune::knowledge
