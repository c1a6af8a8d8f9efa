#include "tuner/store/details.h"

#include <bitset>
#include <limits>
#include <nlohmann/json.hpp>

namespace fstune::tuner {

using knowledge::Measurement;
using nlohmann::json;

namespace {

// {"metrics": {NAME: NUMBER}, "samples": [NUMBER], "seconds": {NAME: NUMBER}, "warnings": [TEXT]};
// where there are several goals, "goal_samples": {NAME: [NUMBER]} too.
class DetailsReader : public json::json_sax_t {
  public:
    explicit DetailsReader(Measurement& into) : into_(into) {}

    bool complete() const { return (seen_ | optional_).all(); }

    bool key(std::string& name) override {
        if (level_ == 2) {
            if (goals_) return open_course(name);
            key_ = std::move(name);
            return true;
        }
        if (name == "metrics") return open(0, &into_.metrics, nullptr, false);
        if (name == "seconds") return open(1, &into_.seconds, nullptr, false);
        if (name == "samples") return open(2, nullptr, &into_.samples, false);
        if (name == "warnings") return open(3, nullptr, nullptr, true);
        if (name == "goal_samples") return open(goal_samples, nullptr, nullptr, false);
        return false;
    }
    bool number_integer(std::int64_t value) override { return number(static_cast<double>(value)); }
    bool number_unsigned(std::uint64_t value) override {
        return number(static_cast<double>(value));
    }
    bool number_float(double value, const std::string&) override { return number(value); }
    bool string(std::string& value) override {
        if (level_ != 2 || !texts_) return false;
        into_.warnings.push_back(std::move(value));
        return true;
    }
    bool start_object(std::size_t) override {
        return ++level_ == 1 || (level_ == 2 && (named_ != nullptr || goals_));
    }
    bool start_array(std::size_t) override {
        if (++level_ == 3) return goals_ && course_ != nullptr;
        return level_ == 2 && (listed_ != nullptr || texts_);
    }
    bool end_object() override { return --level_ >= 0; }
    bool end_array() override { return --level_ >= 0; }
    // JSON has no NaN.
    bool null() override { return number(std::numeric_limits<double>::quiet_NaN()); }
    bool boolean(bool) override { return false; }
    bool binary(json::binary_t&) override { return false; }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override {
        return false;
    }

  private:
    bool open(std::size_t member, std::map<std::string, double>* named, std::vector<double>* listed,
              bool texts) {
        if (seen_[member]) return false;
        seen_.set(member);
        goals_ = member == goal_samples;
        named_ = named, listed_ = listed, texts_ = texts;
        return true;
    }
    bool open_course(const std::string& goal) {
        const auto [added, is_new] = into_.goal_samples.try_emplace(goal);
        course_ = &added->second;
        return is_new;
    }
    bool number(double value) {
        if (level_ == 3 && course_ != nullptr) {
            course_->push_back(value);
            return true;
        }
        if (level_ != 2) return false;
        if (named_ != nullptr)
            (*named_)[std::move(key_)] = value;
        else if (listed_ != nullptr)
            listed_->push_back(value);
        else
            return false;
        return true;
    }

    Measurement& into_;
    int level_ = 0;
    static constexpr std::size_t goal_samples = 4;  // its number among the members
    std::bitset<5> seen_;
    const std::bitset<5> optional_{1U << goal_samples};
    // Where the values of the member go that is being read.
    std::map<std::string, double>* named_ = nullptr;
    std::vector<double>* listed_ = nullptr;
    bool texts_ = false, goals_ = false;
    std::vector<double>* course_ = nullptr;
    std::string key_;
};

}  // namespace

std::string details_text(const Measurement& measurement) {
    json details = {{"metrics", measurement.metrics},
                    {"seconds", measurement.seconds},
                    {"warnings", measurement.warnings},
                    {"samples", measurement.samples}};
    if (!measurement.goal_samples.empty()) details["goal_samples"] = measurement.goal_samples;
    return details.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool parse_details(const std::string& text, Measurement& measurement) {
    DetailsReader reader(measurement);
    return json::sax_parse(text, &reader) && reader.complete();
}

}  // namespace fstune::tuner
