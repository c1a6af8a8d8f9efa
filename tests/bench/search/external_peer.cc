#include "tests/bench/search/external_peer.h"

#include <algorithm>
#include <boost/process.hpp>
#include <csignal>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "search/domain.h"

namespace fstune::bench {
namespace {

namespace process = boost::process;
using knowledge::Configuration;
using nlohmann::json;

constexpr std::size_t most_values = 1000;

std::vector<std::string> rest(const std::vector<std::string>& argv) {
    return {argv.begin() + 1, argv.end()};
}

json describe(const search::Space& space) {
    const auto& filesystems = space.filesystems();
    json all =
        json::array({{{"name", "filesystem"}, {"count", filesystems.size()}, {"ordered", false}}});
    for (const auto& p : space.parameters()) {
        const auto when = std::ranges::find(filesystems, p.filesystem);
        all.push_back({{"name", p.name},
                       {"count", search::all_values(p, most_values).size()},
                       {"ordered", search::ordered(p)}});
        if (when != filesystems.end()) all.back()["when"] = when - filesystems.begin();
    }
    return all;
}

}  // namespace

struct ExternalPeer::Child {
    explicit Child(const std::vector<std::string>& argv)
        : process(argv.front(), process::args(rest(argv)),
                  process::std_in<to, process::std_out> from) {}

    process::opstream to;
    process::ipstream from;
    process::child process;
};

ExternalPeer::ExternalPeer(std::vector<std::string> argv, const search::Space& space,
                           const search::StrategySettings& settings, Pick pick)
    : Peer(space, settings, pick) {
    // A child that ends early is an error that is thrown, not a signal.
    std::signal(SIGPIPE, SIG_IGN);
    child_ = std::make_unique<Child>(argv);
    std::string hello;
    if (!std::getline(child_->from, hello))
        throw std::runtime_error(argv.back() + ": ended before it began");
    say({{"seed", settings.seed}, {"budget", settings.budget}, {"parameters", describe(space)}});
    hear();
}

ExternalPeer::~ExternalPeer() {
    child_->to.pipe().close();
    child_->from.pipe().close();
    std::error_code ignored;
    child_->process.wait(ignored);
}

void ExternalPeer::say(const json& message) { child_->to << message.dump() << '\n' << std::flush; }

void ExternalPeer::hear() {
    std::string line;
    if (!std::getline(child_->from, line))
        throw std::runtime_error("a peer ended without an answer");
    const json message = json::parse(line);
    if (message.contains("error"))
        throw std::runtime_error("a peer failed: " + message["error"].get<std::string>());
    if (message.contains("best")) best_ = configuration(message["best"]);
    next_.reset();
    if (message.contains("ask")) next_ = configuration(message["ask"]);
}

Configuration ExternalPeer::configuration(const json& places) const {
    Configuration c{space_.filesystems().at(places.at("filesystem").get<std::size_t>()), {}};
    for (const auto* p : space_.of(c.filesystem))
        c.values[p->name] =
            search::all_values(*p, most_values).at(places.at(p->name).get<std::size_t>());
    return space_.canonical(c);
}

std::optional<search::Proposal> ExternalPeer::ask() {
    if (!next_) return std::nullopt;
    return search::Proposal{*next_};
}

void ExternalPeer::tell(const knowledge::Trial& trial) {
    Peer::tell(trial);
    const auto* m = trial.measurement();
    say({{"cost", m == nullptr ? json() : json(-sign() * m->value)}});
    hear();
}

std::vector<Configuration> ExternalPeer::best(std::size_t count) const {
    auto ranked = Peer::best(count + 1);
    if (best_) {
        std::erase(ranked, *best_);
        ranked.insert(ranked.begin(), *best_);
    }
    ranked.resize(std::min(count, ranked.size()));
    return ranked;
}

std::optional<std::string> unavailable(const std::vector<std::string>& argv) {
    try {
        process::ipstream out, err;
        process::child child(argv.front(), process::args(rest(argv)), process::std_in.close(),
                             process::std_out > out, process::std_err > err);
        std::string hello;
        const bool started = static_cast<bool>(std::getline(out, hello));
        std::string why((std::istreambuf_iterator<char>(err)), {});
        child.wait();
        if (started) return std::nullopt;
        while (!why.empty() && why.back() == '\n') why.pop_back();
        return why.substr(why.rfind('\n') + 1);
    } catch (const std::exception& error) {
        return error.what();
    }
}

}  // namespace fstune::bench
