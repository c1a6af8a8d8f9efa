#include "tests/bench/search/surface.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace fstune::bench {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;
using knowledge::Value;
using nlohmann::json;

Value to_value(const json& j) {
    if (j.is_boolean()) return j.get<bool>();
    if (j.is_number()) return j.get<std::int64_t>();
    return j.get<std::string>();
}

// Names are kept; a conditional parameter belongs to the filesystem of its "when".
Parameter to_parameter(const std::string& name, const json& j, const std::string& filesystem) {
    Parameter p;
    p.name = p.field = name;
    p.filesystem = j.contains("when") ? j["when"].value("filesystem", filesystem) : filesystem;
    if (j.at("type") == "integer") {
        knowledge::LevelsDomain levels;
        for (const json& v : j.at("values")) levels.values.push_back(v.get<std::int64_t>());
        std::ranges::sort(levels.values);
        p.domain = levels;
    } else {
        knowledge::ChoiceDomain choice;
        for (const json& v : j.at("values")) choice.values.push_back(to_value(v));
        p.domain = choice;
    }
    return p;
}

Configuration to_configuration(const json& j, const std::string& filesystem) {
    Configuration c{filesystem, {}};
    for (const auto& [name, value] : j.items()) {
        if (name == "filesystem")
            c.filesystem = value.get<std::string>();
        else
            c.values[name] = to_value(value);
    }
    return c;
}

Cell to_cell(const json& j, const std::string& filesystem) {
    Cell cell{to_configuration(j.at("config"), filesystem), {}};
    if (j.contains("values")) cell.values = j["values"].get<std::vector<double>>();
    return cell;
}

// The header's default names one filesystem; of each other one it is what was repeated most.
std::map<std::string, Configuration> defaults(const Surface& surface, const Configuration& named) {
    std::map<std::string, Configuration> found;
    std::map<std::string, std::size_t> most;
    for (const Cell& cell : surface.cells) {
        auto& repeats = most[cell.configuration.filesystem];
        if (cell.values.size() <= repeats) continue;
        repeats = cell.values.size();
        found[cell.configuration.filesystem] = cell.configuration;
    }
    found[named.filesystem] = named;
    return found;
}

Surface to_surface(const json& header, const std::vector<json>& rows) {
    Surface surface;
    surface.name = header.at("surface").get<std::string>();
    const auto filesystem = header.at("filesystem").get<std::string>();
    if (header.at("direction") == "minimize") surface.direction = search::Direction::minimize;
    for (const json& row : rows) surface.cells.push_back(to_cell(row, filesystem));
    const Configuration named = to_configuration(header.at("default"), filesystem);
    surface.default_filesystem = named.filesystem;
    const auto by_filesystem = defaults(surface, named);
    std::vector<std::string> filesystems;
    for (const auto& [name, configuration] : by_filesystem) filesystems.push_back(name);
    std::vector<Parameter> parameters;
    for (const auto& [name, j] : header.at("parameters").items()) {
        if (name == "filesystem") continue;
        Parameter p = to_parameter(name, j, filesystem);
        p.default_value = by_filesystem.at(p.filesystem).values.at(name);
        parameters.push_back(std::move(p));
    }
    surface.space = search::Space(filesystems, parameters);
    surface.default_cell = surface.nearest(surface.space.default_of(named.filesystem)).front();
    return surface;
}

std::size_t differences(const Configuration& a, const Configuration& b) {
    std::size_t count = a.filesystem == b.filesystem ? 0 : 1;
    std::size_t shared = 0;
    for (const auto& [name, value] : a.values) {
        const auto other = b.values.find(name);
        shared += other != b.values.end();
        count += other == b.values.end() || other->second != value;
    }
    return count + b.values.size() - shared;
}

}  // namespace

double Cell::truth() const {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Cell::relative_range() const {
    if (values.empty()) return 0;
    const auto [low, high] = std::ranges::minmax(values);
    return (high - low) / truth();
}

double Surface::best() const {
    double best = 0;
    for (const Cell& cell : cells) {
        if (cell.values.empty() || cell.relative_range() >= 0.3) continue;
        const double truth = cell.truth();
        const bool better = direction == search::Direction::maximize ? truth > best : truth < best;
        if (best == 0 || better) best = truth;
    }
    return best;
}

double Surface::regret(const Cell& cell) const {
    if (cell.values.empty()) return 1;
    const double ratio =
        direction == search::Direction::maximize ? cell.truth() / best() : best() / cell.truth();
    return std::max(0.0, 1 - ratio);
}

std::vector<std::size_t> Surface::nearest(const Configuration& configuration) const {
    const Configuration full = space.complete(configuration);
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> ties;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const std::size_t differ = differences(full, cells[i].configuration);
        if (differ < fewest) ties.clear();
        fewest = std::min(fewest, differ);
        if (differ == fewest) ties.push_back(i);
    }
    return ties;
}

Result<Surface> read_surface(const std::string& path) {
    std::ifstream file(path);
    if (!file) return fail(ErrorCode::bad_input, path + ": cannot be read");
    int line_number = 0;
    try {
        std::string line;
        json header;
        std::vector<json> rows;
        while (std::getline(file, line)) {
            ++line_number;
            if (line_number == 1)
                header = json::parse(line);
            else if (!line.empty())
                rows.push_back(json::parse(line));
        }
        return to_surface(header, rows);
    } catch (const std::exception& error) {
        return fail(ErrorCode::bad_input,
                    path + ", line " + std::to_string(line_number) + " or before: " + error.what());
    }
}

Result<std::vector<Surface>> read_surfaces(const std::string& directory) {
    std::error_code error;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(directory, error))
        if (entry.path().extension() == ".jsonl") paths.push_back(entry.path());
    if (error) return fail(ErrorCode::bad_input, directory + ": " + error.message());
    std::ranges::sort(paths);
    std::vector<Surface> surfaces;
    for (const std::string& path : paths) {
        auto surface = read_surface(path);
        if (!surface) return tl::unexpected(surface.error());
        surfaces.push_back(std::move(*surface));
    }
    if (surfaces.empty()) return fail(ErrorCode::bad_input, directory + ": holds no .jsonl file");
    return surfaces;
}

}  // namespace fstune::bench
