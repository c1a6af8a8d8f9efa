// What a study keeps: what it is about, each trial's intention before it is made, and each result
// as soon as it is known. Every implementation passes the suite in tests/contract.
//
// Units: seconds of wall time for `elapsed`.
// Errors: failed (the store cannot be read or written), bad_input (it holds what no study wrote),
// usage (called out of order: a result without intention, a second header, a finished trial).
// Effects: a call that returned well is kept, power loss included, if the store is on disk.
// Threads: one at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "knowledge/trial.h"

namespace fstune::tuner {

struct StudyHeader {
    // What has to be the same when the study goes on: "kernel", "device serial", "space", ...
    std::map<std::string, std::string> identity;
    // What the user asked for; taken over when the study goes on: "goal", "budget", "seed", ...
    std::map<std::string, std::string> settings;

    bool operator==(const StudyHeader&) const = default;
};

struct Intention {
    std::int64_t id = 0;  // order of asking, from 1
    knowledge::Phase phase = knowledge::Phase::search;
    std::int64_t block = 0;
    double fidelity = 1;
    knowledge::Configuration configuration;
    std::int64_t left = 0;  // what the phase was told of the budget; replayed when going on

    bool operator==(const Intention&) const = default;
};

struct StoredTrial {
    Intention intention;
    knowledge::Outcome outcome;
    double elapsed = 0;

    knowledge::Trial trial() const&;
    knowledge::Trial trial() &&;  // without a copy
};

class StudyStore {
  public:
    virtual ~StudyStore() = default;

    virtual Result<void> begin(const StudyHeader& header) = 0;  // once, before anything else
    virtual Result<StudyHeader> header() const = 0;

    virtual Result<void> intend(const Intention& intention) = 0;  // one open intention at a time
    virtual Result<void> finish(std::int64_t id, const knowledge::Outcome& outcome,
                                double elapsed) = 0;
    // Finished trials by id, from the first one after `after`: a page, so that a long study need
    // not fit in memory.
    virtual Result<std::vector<StoredTrial>> trials(std::int64_t after,
                                                    std::size_t at_most) const = 0;
    virtual Result<std::int64_t> count() const = 0;  // of finished trials
    virtual Result<std::optional<Intention>> unfinished() const = 0;

    // Named facts that are measured once: "ceiling". A fact never changes.
    virtual Result<void> keep(const std::string& name, const std::string& text) = 0;
    virtual Result<std::optional<std::string>> kept(const std::string& name) const = 0;
};

}  // namespace fstune::tuner
