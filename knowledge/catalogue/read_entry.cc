#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "knowledge/catalogue/entry.h"

namespace fstune::knowledge {

namespace {

using Json = nlohmann::json;

template <typename T>
T named(const Json& json, const std::map<std::string, T>& names) {
    const auto found = names.find(json.get<std::string>());
    if (found == names.end()) throw std::runtime_error(fmt::format("unknown name {}", json.dump()));
    return found->second;
}

const std::map<std::string, Stage> stages = {{"mkfs", Stage::mkfs},
                                             {"mount", Stage::mount},
                                             {"remount", Stage::remount},
                                             {"queue", Stage::queue}};
const std::map<std::string, Risk> risks = {
    {"safe", Risk::safe}, {"durability", Risk::durability}, {"compatibility", Risk::compatibility}};
const std::map<std::string, Unit> units = {{"none", Unit::none},
                                           {"bytes", Unit::bytes},
                                           {"kibibytes", Unit::kibibytes},
                                           {"mebibytes", Unit::mebibytes},
                                           {"sectors", Unit::sectors},
                                           {"blocks", Unit::blocks},
                                           {"count", Unit::count},
                                           {"seconds", Unit::seconds},
                                           {"milliseconds", Unit::milliseconds},
                                           {"microseconds", Unit::microseconds},
                                           {"nanoseconds", Unit::nanoseconds},
                                           {"percent", Unit::percent},
                                           {"level", Unit::level}};
const std::map<std::string, ReadRule::From> sources = {{"mount", ReadRule::From::mount},
                                                       {"superblock", ReadRule::From::superblock},
                                                       {"queue", ReadRule::From::queue}};
const std::map<std::string, IntegerDomain::Scale> scales = {
    {"linear", IntegerDomain::Scale::linear},
    {"logarithmic", IntegerDomain::Scale::logarithmic},
    {"power_of_two", IntegerDomain::Scale::power_of_two}};

Value value_from(const Json& json) {
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_integer()) return json.get<std::int64_t>();
    return json.get<std::string>();
}

std::vector<Value> values_from(const Json& json) {
    std::vector<Value> values;
    for (const auto& item : json) values.push_back(value_from(item));
    return values;
}

Domain domain_from(const Json& row) {
    if (row.contains("levels")) return LevelsDomain{row["levels"].get<std::vector<std::int64_t>>()};
    if (row.contains("choice")) return ChoiceDomain{values_from(row["choice"])};
    if (row.contains("range")) {
        const auto& range = row["range"];
        return IntegerDomain{range.at("minimum"), range.at("maximum"), range.value("step", 1),
                             named(range.value("scale", Json("linear")), scales)};
    }
    if (row.value("boolean", false)) return BooleanDomain{};
    throw std::runtime_error("no domain (levels, choice, range or boolean)");
}

WriteRule write_from(const Json& json) {
    return {
        json.value("option", ""),     json.value("bare", ""),
        json.value("appends_to", ""), json.value("part_of", ""),
        json.value("text", ""),       json.value("texts", std::map<std::string, std::string>{})};
}

ReadRule read_from(const Json& json) {
    ReadRule rule;
    rule.from = named(json.at("from"), sources);
    rule.pattern = json.value("pattern", "");
    rule.scale = json.value("scale", 1);
    rule.divide = json.value("divide", 1);
    rule.product = json.value("product", false);
    rule.scale_by = json.value("scale_by", "");
    rule.over = json.value("over", "");
    rule.within = json.value("within", 0);
    rule.within_percent = json.value("within_percent", 0);
    rule.matched = json.value("matched", "on");
    rule.absent = json.value("absent", "");
    rule.as = json.value("as", rule.as);
    return rule;
}

std::vector<Condition> conditions_in(const Json& row, const std::string& filesystem) {
    std::vector<Condition> conditions;
    const Json all = row.value("when", Json::array());
    for (const auto& when : all)
        conditions.push_back({filesystem + "." + when.at("parameter").get<std::string>(),
                              values_from(when.at("is"))});
    return conditions;
}

Constraint constraint_from(const Json& json, const std::string& filesystem) {
    static const std::map<std::string, Constraint::Relation> relations = {
        {"at_least", Constraint::Relation::at_least},
        {"at_most", Constraint::Relation::at_most},
        {"multiple_of", Constraint::Relation::multiple_of}};
    Constraint constraint;
    std::string bound;
    for (const auto& [name, relation] : relations)
        if (json.contains(name)) constraint.relation = relation, bound = json[name];
    if (bound.empty())
        throw std::runtime_error("a constraint without at_least, at_most, multiple_of");
    if (bound == "device")
        constraint.bound = Constraint::Bound::device_size;
    else if (bound == "device_requests")
        constraint.bound = Constraint::Bound::device_requests;
    else
        constraint.parameter = filesystem + "." + bound;
    constraint.times = json.value("times", 1);
    constraint.over = json.value("over", 1);
    if (json.contains("over_parameter"))
        constraint.divisor = filesystem + "." + json["over_parameter"].get<std::string>();
    constraint.plain = json.value("plain", false);
    constraint.conditions = conditions_in(json, filesystem);
    constraint.because = json.at("because");
    return constraint;
}

void conditions_from(const Json& row, const std::string& filesystem, Parameter& parameter) {
    parameter.conditions = conditions_in(row, filesystem);
    const Json constraints = row.value("constraints", Json::array());
    for (const auto& one : constraints)
        parameter.constraints.push_back(constraint_from(one, filesystem));
    if (row.contains("goes_with"))
        parameter.goes_with = filesystem + "." + row["goes_with"].get<std::string>();
    const Json named_risks = row.value("risk", Json::object());
    for (const auto& [value, risk] : named_risks.items())
        parameter.risk[value] = named(risk, risks);
}

void default_from(const Json& row, Entry& entry) {
    if (!row.at("default").is_object()) {
        entry.parameter.default_value = value_from(row["default"]);
        return;
    }
    entry.default_rule = row["default"].at("rule");
    entry.parameter.default_rule = row["default"].at("says");
}

void handling_from(const Json& row, Entry& entry) {
    entry.write = write_from(row.at("write"));
    if (row.contains("read")) entry.read = read_from(row["read"]);
    entry.not_read = row.value("not_read", "");
    entry.parameter.not_searched = row.value("not_searched", "");
    entry.outside = values_from(row.value("outside", Json::array()));
    entry.value_since = row.value("value_since", entry.value_since);
    entry.not_tried = row.value("not_tried", "");
}

Entry entry_from(const Json& row, const std::string& filesystem) {
    Entry entry;
    auto& parameter = entry.parameter;
    parameter.filesystem = filesystem;
    parameter.field = row.at("field");
    parameter.name = filesystem + "." + parameter.field;
    parameter.stage = named(row.at("stage"), stages);
    parameter.unit = named(row.at("unit"), units);
    parameter.domain = domain_from(row);
    default_from(row, entry);
    parameter.special = values_from(row.value("special", Json::array()));
    conditions_from(row, filesystem, parameter);
    parameter.summary = row.at("summary");
    parameter.loses = row.value("loses", "");
    parameter.source = row.at("source");
    parameter.since = row.value("since", "");
    parameter.until = row.value("until", "");
    handling_from(row, entry);
    return entry;
}

FilesystemEntry filesystem_from(const Json& document) {
    return {document.at("filesystem"), document.value("minimum_size", std::uint64_t{0}),
            document.value("until", ""), document.value("source", "")};
}

}  // namespace

Result<CatalogueFile> read_catalogue_file(const std::string& file, const std::string& json) {
    std::string at = "the file";
    try {
        const auto document = Json::parse(json);
        CatalogueFile read{filesystem_from(document), {}};
        for (const auto& row : document.at("parameters")) {
            at = row.value("field", "a parameter without a field");
            read.entries.push_back(entry_from(row, read.filesystem.name));
        }
        return read;
    } catch (const std::exception& problem) {
        return fail(ErrorCode::bad_input, fmt::format("{}: {}: {}", file, at, problem.what()));
    }
}

}  // namespace fstune::knowledge
