// Another project's optimiser, run for real: a child process that is asked and told in lines of
// JSON over pipes. For judging only.
//
// Protocol, one object a line. The child begins with {"peer": name and version}; then
//   to the child    {"seed": 1, "budget": 80, "parameters": [{"name": "filesystem", "count": 3,
//                    "ordered": false}, {"name": "agcount", "count": 5, "ordered": true,
//                    "when": 1}, ...]}
//   from the child  {"ask": {"filesystem": 1, "agcount": 4}, "best": {...}}, best where it has one
//   to the child    {"cost": -123.4} (lower is better) or {"cost": null}: it failed
//   ...
//   from the child  {"done": true, "best": {...}}, or {"error": "why"}
// Values are places in a parameter's list of values, from 0. "filesystem" comes first;
// a parameter with "when" exists only for the filesystem at that place. Closed input ends the
// child.
//
// Errors: unavailable() says why a peer cannot be run; what breaks later throws runtime_error.
// Effects: one child for each object, ended with it.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tests/bench/search/peer.h"

namespace fstune::bench {

class ExternalPeer : public Peer {
  public:
    ExternalPeer(std::vector<std::string> argv, const search::Space& space,
                 const search::StrategySettings& settings, Pick pick);
    ~ExternalPeer() override;

    std::optional<search::Proposal> ask() override;
    void tell(const knowledge::Trial& trial) override;
    // What the child calls its best, first; before it names one, and for the rest, by observations.
    std::vector<knowledge::Configuration> best(std::size_t count) const override;

  private:
    struct Child;
    void say(const nlohmann::json& message);
    void hear();
    knowledge::Configuration configuration(const nlohmann::json& places) const;

    std::unique_ptr<Child> child_;
    std::optional<knowledge::Configuration> next_, best_;
};

// Nothing where the peer starts; otherwise what it said.
std::optional<std::string> unavailable(const std::vector<std::string>& argv);

}  // namespace fstune::bench
