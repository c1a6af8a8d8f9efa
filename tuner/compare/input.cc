#include "tuner/compare/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "knowledge/readers/fio_json.h"
#include "knowledge/readers/tables/read_series.h"
#include "knowledge/units.h"
#include "tuner/compare/benchmark_series.h"
#include "tuner/compare/fio_series.h"
#include "tuner/compare/study_series.h"

namespace fstune::tuner {

namespace {

constexpr std::size_t most_text = std::size_t{64} << 20;

Result<std::string> read_all(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return fail(ErrorCode::failed, path + ": is a directory");
    std::ifstream file(path == "-" ? "/dev/stdin" : path, std::ios::binary);
    if (!file) return fail(ErrorCode::failed, fmt::format("{}: {}", path, std::strerror(errno)));
    std::string text(std::size_t{1} << 20, '\0'), all;
    while (file.read(text.data(), static_cast<std::streamsize>(text.size())), file.gcount() > 0) {
        all.append(text, 0, static_cast<std::size_t>(file.gcount()));
        if (all.starts_with("SQLite format 3")) break;  // read by other means
        if (all.size() > most_text)
            return fail(ErrorCode::bad_input,
                        fmt::format("{}: larger than {}, the most that is compared", path,
                                    knowledge::format_size(most_text)));
    }
    return all;
}

// The file's name, or its whole path where two files have the same name.
std::string variant_name(const std::vector<std::string>& paths, const std::string& path) {
    const auto name = std::filesystem::path(path).filename().string();
    const auto same = std::ranges::count_if(paths, [&name](const std::string& other) {
        return std::filesystem::path(other).filename() == name;
    });
    return same > 1 ? path : name;
}

Result<std::vector<knowledge::Series>> read_text(const std::string& text,
                                                 const std::string& variant,
                                                 const knowledge::ColumnNames& columns) {
    if (knowledge::is_fio_json(text)) return read_fio_series(text, variant);
    if (is_benchmark_output(text)) return read_benchmark_series(text, variant);
    return knowledge::read_series(text, variant, columns);
}

// Files that all name one and the same variant are what is to be compared.
void tell_apart(std::vector<knowledge::Series>& series, const std::vector<std::string>& from) {
    const auto other = [&](const knowledge::Series& one) {
        return one.variant != series.front().variant;
    };
    if (std::ranges::any_of(series, other)) return;
    for (std::size_t i = 0; i < series.size(); ++i) series[i].variant = from[i];
}

}  // namespace

Result<CompareInput> read_inputs(const std::vector<std::string>& paths,
                                 const knowledge::ColumnNames& columns) {
    CompareInput input;
    std::vector<std::string> from;  // the file of each series that is of no study
    for (const auto& path : paths) {
        const auto text = read_all(path);
        if (!text) return tl::unexpected(text.error());
        if (is_study(*text)) {
            auto study = read_study(path);
            if (!study) return wrap(study.error(), path);
            input.direction = study->direction;
            std::ranges::move(study->series, std::back_inserter(input.series));
            continue;
        }
        const auto variant = variant_name(paths, path);
        auto series = read_text(*text, variant, columns);
        if (!series) return wrap(series.error(), path);
        for (std::size_t i = 0; i < series->size(); ++i) from.push_back(variant);
        std::ranges::move(*series, std::back_inserter(input.series));
    }
    if (paths.size() > 1 && from.size() == input.series.size()) tell_apart(input.series, from);
    return input;
}

}  // namespace fstune::tuner
