#include "tuner/study/tally.h"

#include <functional>

namespace fstune::tuner {

namespace {

std::size_t key_of(const knowledge::Configuration& configuration) {
    return std::hash<std::string>{}(knowledge::to_text(configuration));
}

knowledge::Trial without_samples(const knowledge::Trial& trial) {
    auto bare = trial;
    if (const auto* measured = trial.measurement()) {
        knowledge::Measurement value;
        value.value = measured->value;
        bare.outcome = value;
    }
    return bare;
}

}  // namespace

void Tally::add(const knowledge::Trial& trial) {
    ++trials_;
    ++by_phase_[knowledge::to_text(trial.phase)];
    auto& sum = by_configuration_[key_of(trial.configuration)];
    if (const auto* failure = trial.failure()) ++by_failure_[knowledge::to_text(failure->kind)];
    if (const auto* measured = trial.measurement()) {
        sum.sum += measured->value;
        ++sum.count;
        note_best(trial, measured->value);
        add_cost(*measured);
    }
    if (trial.phase == knowledge::Phase::calibrate) calibration_.push_back(without_samples(trial));
}

void Tally::add_cost(const knowledge::Measurement& measured) {
    warnings_.add(measured.warnings);
    for (const auto& [part, seconds] : measured.seconds) seconds_[part] += seconds;
    ++measured_;
}

std::map<std::string, double> Tally::seconds_by_part() const {
    auto means = seconds_;
    for (auto& [part, seconds] : means) seconds /= static_cast<double>(measured_);
    return means;
}

void Tally::note_best(const knowledge::Trial& trial, double value) {
    const bool better =
        !best_ || (direction_ == search::Direction::maximize ? value > *best_ : value < *best_);
    if (!better) return;
    best_ = value;
    best_configuration_ = knowledge::to_text(trial.configuration);
}

std::optional<double> Tally::mean(const knowledge::Configuration& configuration) const {
    const auto found = by_configuration_.find(key_of(configuration));
    if (found == by_configuration_.end() || found->second.count == 0) return std::nullopt;
    return found->second.sum / static_cast<double>(found->second.count);
}

}  // namespace fstune::tuner
