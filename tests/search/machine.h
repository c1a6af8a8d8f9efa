// A made-up machine for the tests of what to believe: each configuration has a true value, and
// every trial varies around it.
#pragma once

#include <functional>
#include <random>

#include "search/phase.h"

namespace fstune::search::test {

struct Machine {
    std::function<double(const knowledge::Configuration&)> truth;
    double noise = 0.03;
    std::function<double(int)> drift = [](int) { return 1.0; };  // by number of trials made
    std::function<bool(const knowledge::Configuration&)> fails =
        [](const knowledge::Configuration&) { return false; };
    std::mt19937_64 random{1};
    int made = 0;

    knowledge::Trial run(const Question& question) {
        knowledge::Trial trial;
        trial.id = ++made;
        trial.block = question.block;
        trial.configuration = question.proposal.configuration;
        if (fails(trial.configuration)) {
            trial.outcome = knowledge::Failure{};
            return trial;
        }
        std::normal_distribution<double> normal(0, noise);
        knowledge::Measurement measured;
        measured.value = truth(trial.configuration) * drift(made) * std::exp(normal(random));
        trial.outcome = measured;
        return trial;
    }

    // Returns how many trials the phase made.
    int drive(PhaseDriver& driver, int budget) {
        const int before = made;
        while (const auto question = driver.ask(budget - (made - before)))
            driver.tell(run(*question));
        return made - before;
    }
};

inline knowledge::Configuration tuned(const std::string& filesystem, std::int64_t value) {
    return {filesystem, {{filesystem + ".knob", value}}};
}

}  // namespace fstune::search::test
