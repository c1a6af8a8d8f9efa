// Spaces and made-up landscapes for the tests of the search.
#pragma once

#include <cmath>
#include <functional>
#include <string>

#include "search/domain.h"
#include "search/space.h"
#include "search/strategy.h"

namespace fstune::search::test {

inline knowledge::Parameter parameter(const std::string& filesystem, const std::string& field,
                                      knowledge::Domain domain, knowledge::Value default_value) {
    knowledge::Parameter p;
    p.name = filesystem + "." + field;
    p.field = field;
    p.filesystem = filesystem;
    p.domain = std::move(domain);
    p.default_value = std::move(default_value);
    return p;
}

inline std::int64_t number(std::int64_t value) { return value; }

// Every kind of domain, a condition and a condition on a condition.
inline std::vector<knowledge::Parameter> ext4_parameters() {
    using namespace knowledge;
    using Scale = IntegerDomain::Scale;
    auto journal = parameter("ext4", "journal", BooleanDomain{}, true);
    auto data =
        parameter("ext4", "data", ChoiceDomain{{std::string("ordered"), std::string("writeback")}},
                  std::string("ordered"));
    data.conditions = {{"ext4.journal", {true}}};
    auto commit =
        parameter("ext4", "commit", IntegerDomain{1, 300, 1, Scale::logarithmic}, number(5));
    commit.conditions = {{"ext4.data", {std::string("writeback")}}};
    auto block = parameter("ext4", "block", LevelsDomain{{1024, 2048, 4096}}, number(4096));
    auto flex =
        parameter("ext4", "flex", IntegerDomain{0, 256, 1, Scale::power_of_two}, number(16));
    flex.special = {number(0)};
    auto reserved =
        parameter("ext4", "reserved", IntegerDomain{0, 10, 5, Scale::linear}, number(5));
    return {journal, data, commit, block, flex, reserved};
}

inline Space mixed_space() {
    auto parameters = ext4_parameters();
    parameters.push_back(
        parameter("xfs", "agcount", knowledge::LevelsDomain{{2, 4, 16, 32}}, number(4)));
    parameters.push_back(parameter("xfs", "lazy", knowledge::BooleanDomain{}, false));
    parameters.push_back(parameter("queue", "read_ahead_kb",
                                   knowledge::LevelsDomain{{128, 512, 2048}}, number(128)));
    return Space({"ext4", "xfs"}, parameters);
}

// A directory block holds at least one block, and a log at most a quarter of what one group has.
inline Space constrained_space() {
    using namespace knowledge;
    auto block = parameter("xfs", "block", LevelsDomain{{512, 1024, 2048, 4096}}, number(4096));
    auto dirblock =
        parameter("xfs", "dirblock", LevelsDomain{{512, 1024, 4096, 16384}}, number(4096));
    Constraint holds_a_block;
    holds_a_block.relation = Constraint::Relation::at_least;
    holds_a_block.parameter = "xfs.block";
    holds_a_block.because = "a directory block holds at least one block";
    dirblock.constraints = {holds_a_block};
    auto agcount = parameter(
        "xfs", "agcount", IntegerDomain{1, 64, 1, IntegerDomain::Scale::power_of_two}, number(4));
    auto log = parameter("xfs", "log", LevelsDomain{{16, 64, 256, 1024}}, number(16));
    Constraint fits_a_group;
    fits_a_group.relation = Constraint::Relation::at_most;
    fits_a_group.bound = Constraint::Bound::device_size;
    fits_a_group.device_number = 2048;
    fits_a_group.divisor = "xfs.agcount";
    fits_a_group.because = "the log lies within one group";
    log.constraints = {fits_a_group};
    return Space({"xfs"}, {block, dirblock, agcount, log});
}

inline knowledge::Trial measured(const Proposal& proposal, double value) {
    knowledge::Trial trial;
    trial.block = proposal.block;
    trial.fidelity = proposal.fidelity;
    trial.configuration = proposal.configuration;
    trial.outcome = knowledge::Measurement{};
    std::get<knowledge::Measurement>(trial.outcome).value = value;
    return trial;
}

inline knowledge::Trial refused(const Proposal& proposal) {
    knowledge::Trial trial = measured(proposal, 0);
    trial.outcome = knowledge::Failure{knowledge::FailureKind::mkfs_refused, "mkfs said no"};
    return trial;
}

// A smooth landscape with the same value for the same configuration.
inline double landscape(const Space& space, const knowledge::Configuration& configuration) {
    double value = configuration.filesystem == "xfs" ? 1050 : 1000;
    double weight = 10;
    for (const auto* p : space.active(configuration)) {
        value += weight * position_of(*p, space.value(configuration, *p));
        weight += 7;
    }
    return value;
}

}  // namespace fstune::search::test
