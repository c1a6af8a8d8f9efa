#include "knowledge/safety/fio_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "knowledge/readers/last_words.h"
#include "knowledge/readers/text.h"
#include "knowledge/safety/fio_options.h"

namespace fstune::knowledge {

namespace {

constexpr auto sizes =
    std::to_array<std::string_view>({"size", "filesize", "fill_device", "fill_fs"});

bool is_global(const FioSection& section) { return section.name.starts_with("global"); }

std::string shown(std::string_view text) { return last_words(text, 120); }

Result<FioSection> read_header(std::string_view line) {
    const auto name = trim(line.substr(1, line.find(']') - 1));
    if (line.find(']') == std::string_view::npos)
        return fail(ErrorCode::usage, fmt::format("'{}' has no ]", shown(line)));
    // Files are named after their job.
    if (!is_plain_file_name(name))
        return fail(ErrorCode::refused,
                    fmt::format("the job's name [{}] is no bare file name of letters, digits and "
                                "blanks, and its files are named after it",
                                shown(name)));
    return FioSection{std::string(name), {}};
}

// One "name" or "name=value", judged.
Result<std::pair<std::string, std::string>> read_option(std::string_view line,
                                                        const std::string& section) {
    const auto equals = line.find('=');
    const auto name = trim(line.substr(0, equals));
    const auto value =
        equals == std::string_view::npos ? std::string_view() : trim(line.substr(equals + 1));
    const auto refuse = [&](const std::string& why) {
        return fail(ErrorCode::refused, fmt::format("[{}] {}: {}", section, shown(line), why));
    };
    const auto kind = fio_option_kind(name);
    if (!kind) return refuse(why_not_fio_option(name));
    if (const auto wrong = wrong_fio_value(*kind, value)) return refuse(*wrong);
    return std::pair{std::string(name), std::string(value)};
}

// fio ends a line at either, wherever it stands.
std::string_view without_comment(std::string_view line) {
    return trim(line.substr(0, line.find_first_of(";#")));
}

// What is said of a job: by itself, or before it for all.
class Effective {
  public:
    explicit Effective(const std::vector<FioSection>& sections) : sections_(sections) {}

    const std::string* find(std::size_t job, std::string_view name) const {
        const std::string* found = nullptr;
        for (std::size_t i = 0; i <= job; ++i) {
            if (i != job && !is_global(sections_[i])) continue;
            for (const auto& option : sections_[i].options)
                if (option.first == name) found = &option.second;
        }
        return found;
    }
    bool has_size(std::size_t job) const {
        return std::ranges::any_of(sizes, [&](auto name) { return find(job, name) != nullptr; });
    }

  private:
    const std::vector<FioSection>& sections_;
};

}  // namespace

std::vector<std::string> FioJobFile::job_names() const {
    std::vector<std::string> names;
    for (const auto& section : sections)
        if (!is_global(section)) names.push_back(section.name);
    return names;
}

std::uint64_t FioJobFile::processes() const {
    const Effective effective(sections);
    constexpr std::uint64_t most = 1 << 20;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        if (is_global(sections[i])) continue;
        const auto* clones = effective.find(i, "numjobs");
        const auto number = clones == nullptr ? 1 : number_of<std::uint64_t>(*clones).value_or(1);
        count += std::clamp<std::uint64_t>(number, 1, most);
    }
    return count;
}

std::string FioJobFile::text(std::uint64_t default_size) const {
    const Effective effective(sections);
    std::string text;
    for (std::size_t i = 0; i < sections.size(); ++i) {
        text += fmt::format("[{}]\n", sections[i].name);
        for (const auto& [name, value] : sections[i].options)
            text += value.empty() ? name + "\n" : fmt::format("{}={}\n", name, value);
        if (!is_global(sections[i]) && !effective.has_size(i))
            text += fmt::format("size={}\n", default_size);
    }
    return text;
}

Result<FioJobFile> read_fio_job(std::string_view text) {
    FioJobFile file;
    while (!text.empty()) {
        const auto line = without_comment(take_line(text));
        if (line.empty()) continue;
        if (line.front() == '[') {
            auto section = read_header(line);
            if (!section) return tl::unexpected(section.error());
            file.sections.push_back(std::move(*section));
            continue;
        }
        if (file.sections.empty())
            return fail(
                ErrorCode::usage,
                fmt::format("'{}' stands before the first [job]: this is no job file of fio",
                            shown(line)));
        if (line.starts_with("description")) continue;  // free text
        auto option = read_option(line, file.sections.back().name);
        if (!option) return tl::unexpected(option.error());
        file.sections.back().options.push_back(std::move(*option));
    }
    if (file.job_names().empty())
        return fail(ErrorCode::usage, "there is no [job] in it beside [global]");
    return file;
}

}  // namespace fstune::knowledge
