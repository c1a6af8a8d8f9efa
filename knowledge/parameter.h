// One tunable of a filesystem or of the block queue, as the catalogue holds it, with its default
// already computed for one device, kernel and tool version. The search space is made of these.
//
// Units: each Parameter names its own; integer values are always in that unit.
// Source: each Parameter carries its own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "knowledge/value.h"

namespace fstune::knowledge {

// When a value takes effect.
enum class Stage { mkfs, mount, remount, queue };

// What a value may cost besides speed. safe: nothing. durability: a crash can lose more.
// compatibility: older kernels or boot loaders cannot read the filesystem.
enum class Risk { safe, durability, compatibility };

enum class Unit {
    none,
    bytes,
    kibibytes,
    mebibytes,
    sectors,
    blocks,
    count,
    seconds,
    microseconds,
    percent,
    level
};

struct BooleanDomain {};
struct ChoiceDomain {
    std::vector<Value> values;  // no order between them
};
struct IntegerDomain {
    enum class Scale { linear, logarithmic, power_of_two };
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    std::int64_t step = 1;  // linear only
    Scale scale = Scale::linear;
};
struct LevelsDomain {
    std::vector<std::int64_t> values;  // ascending: an order, and nothing between the levels
};
using Domain = std::variant<BooleanDomain, ChoiceDomain, IntegerDomain, LevelsDomain>;

// The parameter exists only while `parameter` has one of these values. A parameter that is
// absent from a Configuration counts as having its default.
struct Condition {
    std::string parameter;
    std::vector<Value> any_of;
};

struct Parameter {
    std::string name;        // unique in a space: "xfs.agcount", "queue.read_ahead_kb"
    std::string field;       // the field's own name, as the man page spells it: "agcount"
    std::string filesystem;  // "xfs"; "queue" belongs to every filesystem
    Stage stage = Stage::mkfs;
    Domain domain;
    Unit unit = Unit::none;
    Value default_value;                // what mkfs or the kernel takes on this device
    std::vector<Value> special;         // values worth trying on purpose (zero, off, a geometry's)
    std::vector<Condition> conditions;  // all must hold
    std::map<std::string, Risk> risk;   // by to_text(value); a value not named is safe
    std::string summary;                // one line: what it does
    std::string loses;                  // what a value that is not safe can cost
    std::string source;  // man page section and version, kernel document, measurement
};

Risk risk_of(const Parameter& parameter, const Value& value);

}  // namespace fstune::knowledge
