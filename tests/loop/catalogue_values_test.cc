// Every value of every parameter that applies here is taken by mkfs, mount or the queue of this
// kernel, and shows afterwards; what the catalogue says is outside is refused or shows changed;
// and the computed defaults are what a plain mkfs makes.
#include "tests/loop/catalogue_bench.h"

namespace fstune::loop_test {
namespace {

using knowledge::Configuration;
using knowledge::Entry;
using knowledge::Parameter;
using knowledge::Stage;
using knowledge::Value;

constexpr std::uint64_t gibi = std::uint64_t{1} << 30;

constexpr std::int64_t most_of_a_range = 32;

// Each of a short range or of powers of two; of a long one its ends, its middle and some between.
std::vector<Value> values_of_range(const knowledge::IntegerDomain& range) {
    std::vector<Value> values;
    if (range.scale == knowledge::IntegerDomain::Scale::power_of_two) {
        if (range.minimum <= 0) values.emplace_back(std::int64_t{0});
        for (std::int64_t power = 1; power <= range.maximum; power *= 2)
            if (power >= range.minimum) values.emplace_back(power);
        return values;
    }
    const auto step = std::max<std::int64_t>(range.step, 1);
    const auto steps = (range.maximum - range.minimum) / step;
    const auto stride = std::max<std::int64_t>(steps / (most_of_a_range - 1), 1);
    for (std::int64_t i = 0; i <= steps; i += stride) values.emplace_back(range.minimum + i * step);
    if (values.back() != Value(range.minimum + steps * step))
        values.emplace_back(range.minimum + steps * step);
    return values;
}

// How many values the domain has beyond those of values_of().
std::int64_t left_of_range(const Parameter& parameter, std::size_t tried) {
    const auto* range = std::get_if<knowledge::IntegerDomain>(&parameter.domain);
    if (range == nullptr || range->scale == knowledge::IntegerDomain::Scale::power_of_two) return 0;
    const auto step = std::max<std::int64_t>(range->step, 1);
    return (range->maximum - range->minimum) / step + 1 - static_cast<std::int64_t>(tried);
}

// What was not tried: counted and named, with the reason.
class Skipped {
  public:
    void add(const std::string& what, const std::string& why) {
        EXPECT_NE(why, "") << what << " is skipped without a reason";
        lines_.push_back(what + ": " + why);
    }
    void say(const std::string& filesystem, int tried) const {
        fmt::print("{}: {} values tried, {} parameters or values not tried:\n", filesystem, tried,
                   lines_.size());
        for (const auto& line : lines_) fmt::print("  {}\n", line);
    }

  private:
    std::vector<std::string> lines_;
};

std::vector<Value> values_of(const Parameter& parameter) {
    if (std::holds_alternative<knowledge::BooleanDomain>(parameter.domain)) return {false, true};
    if (const auto* choice = std::get_if<knowledge::ChoiceDomain>(&parameter.domain))
        return choice->values;
    if (const auto* range = std::get_if<knowledge::IntegerDomain>(&parameter.domain))
        return values_of_range(*range);
    const auto& levels = std::get<knowledge::LevelsDomain>(parameter.domain).values;
    return {levels.begin(), levels.end()};
}

// Sets what the parameter depends on, so that it is active.
void activate(Configuration& configuration, const Parameter& parameter) {
    for (const auto& condition : parameter.conditions) {
        const auto& needed = knowledge::find_entry(condition.parameter)->parameter;
        const bool holds =
            std::ranges::find(condition.any_of, needed.default_value) != condition.any_of.end();
        if (!holds) configuration.values[condition.parameter] = condition.any_of.back();
        if (!holds && !needed.goes_with.empty())
            configuration.values[needed.goes_with] = std::int64_t{4};
        activate(configuration, needed);
    }
}

Configuration with(const std::string& filesystem, const Parameter& parameter, const Value& value) {
    Configuration configuration{filesystem, {}};
    activate(configuration, parameter);
    configuration.values[parameter.name] = value;
    if (!parameter.goes_with.empty() && value != Value(std::int64_t{0}))
        configuration.values[parameter.goes_with] = std::int64_t{4};
    return configuration;
}

class CatalogueValues : public LoopTest, public testing::WithParamInterface<const char*> {
  protected:
    // A filesystem's own parameters; the queue's go with one of them.
    bool mine(const Parameter& parameter) const {
        return parameter.filesystem == GetParam() ||
               (parameter.filesystem == "queue" && std::string_view(GetParam()) == "ext2");
    }
};

TEST_P(CatalogueValues, EachIsTakenAndShows) {
    CatalogueBench bench(GetParam(), 2 * gibi);
    const auto space = bench.space();
    const auto& parameters = space.parameters;
    Skipped skipped;
    int tried = 0;
    for (const auto& left : space.left_out)
        skipped.add(left.value.empty() ? left.parameter : left.parameter + "=" + left.value,
                    left.reason);
    for (const auto& parameter : parameters) {
        if (!mine(parameter)) continue;
        if (const auto& why = knowledge::find_entry(parameter.name)->not_tried; !why.empty()) {
            skipped.add(parameter.name, why);
            continue;
        }
        const auto values = values_of(parameter);
        for (const auto& value : values) {
            const auto configuration = with(GetParam(), parameter, value);
            const auto broken = knowledge::broken_constraints(parameters, configuration);
            if (!broken.empty()) {
                skipped.add(parameter.name + "=" + knowledge::to_text(value), broken.front());
                continue;
            }
            EXPECT_EQ(bench.problem_with(parameters, configuration), "")
                << knowledge::to_text(configuration);
            ++tried;
        }
        if (const auto left = left_of_range(parameter, values.size()); left > 0)
            skipped.add(parameter.name, fmt::format("{} more of the {}", left,
                                                    knowledge::to_text(parameter.domain)));
    }
    skipped.say(GetParam(), tried);
    EXPECT_GT(tried, 40);
}

TEST_P(CatalogueValues, WhatIsOutsideIsRefusedOrShowsChanged) {
    CatalogueBench bench(GetParam(), 2 * gibi);
    const auto parameters = bench.space().parameters;
    int tried = 0;
    for (const auto& entry : knowledge::entries()) {
        if (!mine(entry.parameter)) continue;
        for (const auto& value : entry.outside) {
            const auto configuration = with(GetParam(), entry.parameter, value);
            EXPECT_NE(bench.problem_with(parameters, configuration), "")
                << knowledge::to_text(configuration);
            ++tried;
        }
    }
    EXPECT_GT(tried, 5);
}

// Of a superblock made by plain mkfs; lazily, so that a large sparse device costs nothing.
TEST_P(CatalogueValues, DefaultsAreWhatAPlainMkfsMakes) {
    const bool ext23 =
        std::string_view(GetParam()) == "ext2" || std::string_view(GetParam()) == "ext3";
    const auto sizes = ext23 ? std::vector<std::uint64_t>{gibi / 4, 2 * gibi}
                             : std::vector<std::uint64_t>{gibi * 3 / 8, gibi,       6 * gibi,
                                                          20 * gibi,    150 * gibi, 600 * gibi};
    for (const auto size : sizes) {
        CatalogueBench bench(GetParam(), size);
        const auto parameters = bench.space().parameters;
        Configuration defaults{GetParam(), {}};
        const auto plain = knowledge::command_lines(parameters, defaults, bench.path(),
                                                    knowledge::Purpose::production);
        ASSERT_EQ(bench.make(plain->mkfs), "");
        for (const auto& parameter : parameters)
            if (parameter.stage == Stage::mkfs && parameter.conditions.empty())
                defaults.values[parameter.name] = parameter.default_value;
        const auto missing =
            knowledge::not_applied(parameters, defaults, {"", bench.superblock(bench.path()), {}});
        EXPECT_EQ(fmt::format("{}", fmt::join(missing, "; ")), "") << size / gibi << " GiB";
    }
}

// The same of what a plain mount shows.
TEST_P(CatalogueValues, DefaultsAreWhatAPlainMountShows) {
    CatalogueBench bench(GetParam(), 2 * gibi);
    const auto parameters = bench.space().parameters;
    Configuration defaults{GetParam(), {}};
    ASSERT_EQ(bench.problem_with(parameters, defaults), "");
    for (const auto& parameter : parameters)
        if (parameter.stage == Stage::mount && parameter.conditions.empty())
            defaults.values[parameter.name] = parameter.default_value;
    const auto shown = bench.mounted_plainly();
    const auto missing = knowledge::not_applied(parameters, defaults, shown);
    EXPECT_EQ(fmt::format("{}", fmt::join(missing, "; ")), "") << shown.mount_options;
}

INSTANTIATE_TEST_SUITE_P(Filesystems, CatalogueValues,
                         testing::Values("ext2", "ext3", "ext4", "xfs", "btrfs"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace fstune::loop_test
