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
    milliseconds,
    microseconds,
    nanoseconds,
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

// The value is bound by another parameter's, whatever their stages: a directory block holds at
// least one block. Sizes are compared in bytes, blocks counted with the block size. 0 means off
// and is bound by nothing.
struct Constraint {
    enum class Relation { at_least, at_most, multiple_of };
    enum class Bound { parameter, device_size, device_requests };
    Relation relation = Relation::at_least;
    Bound bound = Bound::parameter;
    std::int64_t device_number = 0;  // the device's bytes or requests; 0: not known, all is well
    std::string parameter;           // the bound = its value * times / over
    std::string divisor;             // and divided by this one's value
    std::int64_t times = 1, over = 1;
    bool plain = false;                 // compare the numbers as they are, without their units
    std::vector<Condition> conditions;  // binds only while all of these hold
    std::string because;
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
    std::vector<Constraint> constraints;  // all must hold; see knowledge/constraints.h
    std::string goes_with;                // set to anything but 0, this parameter must be set too
    std::map<std::string, Risk> risk;     // by to_text(value); a value not named is safe
    std::string summary;                  // one line: what it does
    std::string loses;                    // what a value that is not safe can cost
    std::string source;        // man page section and version, kernel document, measurement
    std::string default_rule;  // how the default comes about, in words; empty: it is fixed
    std::string not_searched;  // why no search tries it by itself; empty: it is searched
    // Hints ("kernel 5.15", "mkfs.ext4 1.47.0"), the last one that has it for `until`; a test mount
    // decides.
    std::string since, until;
};

Risk risk_of(const Parameter& parameter, const Value& value);
std::string to_text(Stage stage);
std::string to_text(Risk risk);
std::string to_text(Unit unit);
// "1024, 2048, 4096", "none | zlib | zstd", "0 to 100", "on | off".
std::string to_text(const Domain& domain);

}  // namespace fstune::knowledge
