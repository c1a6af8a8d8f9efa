#include "tests/bench/search/planted.h"

#include "search/sampling.h"

namespace fstune::bench {
namespace {

using knowledge::Configuration;
using knowledge::Parameter;

Parameter levels(const std::string& name, std::int64_t count) {
    Parameter p;
    p.name = p.field = name;
    p.filesystem = "ext4";
    knowledge::LevelsDomain domain;
    for (std::int64_t i = 0; i < count; ++i) domain.values.push_back(i);
    p.domain = domain;
    p.default_value = std::int64_t{0};
    return p;
}

std::int64_t level(const Configuration& c, const std::string& name) {
    return std::get<std::int64_t>(c.values.at(name));
}

// 0.25 of all by one rule and a fifth of the rest by another; neither touches the gain or the
// default.
bool fails(const Configuration& c) {
    return (level(c, "d") == 1 && level(c, "e") != 0 && level(c, "c") != 0) ||
           (level(c, "d") == 2 && level(c, "c") == 2);
}

}  // namespace

Surface planted_surface(bool infeasible) {
    Surface surface;
    surface.name = infeasible ? "planted-infeasible" : "planted";
    surface.default_filesystem = "ext4";
    surface.space = search::Space(
        {"ext4"}, {levels("a", 4), levels("b", 3), levels("c", 3), levels("d", 3), levels("e", 3)});
    for (const Configuration& c : search::all_configurations(surface.space, 1000)) {
        Cell cell{surface.space.complete(c), {}};
        const bool gains =
            level(cell.configuration, "a") == 2 && level(cell.configuration, "b") == 1;
        if (!infeasible || !fails(cell.configuration))
            cell.values = {gains ? 1000 * (1 + planted_gain) : 1000};
        surface.cells.push_back(std::move(cell));
    }
    surface.default_cell = surface.nearest(surface.space.default_of("ext4")).front();
    return surface;
}

search::Space wide_space() {
    std::vector<Parameter> parameters;
    for (char name = 'a'; name < 'a' + 20; ++name)
        parameters.push_back(levels(std::string(1, name), 12));
    return search::Space({"ext4"}, parameters);
}

}  // namespace fstune::bench
