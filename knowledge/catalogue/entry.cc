#include "knowledge/catalogue/entry.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "knowledge/catalogue/embedded.h"

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
                                           {"microseconds", Unit::microseconds},
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
    return {json.value("option", ""), json.value("appends_to", ""), json.value("text", ""),
            json.value("texts", std::map<std::string, std::string>{})};
}

ReadRule read_from(const Json& json) {
    ReadRule rule;
    rule.from = named(json.at("from"), sources);
    rule.pattern = json.value("pattern", "");
    rule.scale = json.value("scale", 1);
    rule.divide = json.value("divide", 1);
    rule.product = json.value("product", false);
    rule.scale_by = json.value("scale_by", "");
    rule.matched = json.value("matched", "on");
    rule.absent = json.value("absent", "");
    rule.as = json.value("as", rule.as);
    return rule;
}

void conditions_from(const Json& row, const std::string& filesystem, Parameter& parameter) {
    const Json conditions = row.value("when", Json::array());
    for (const auto& when : conditions)
        parameter.conditions.push_back({filesystem + "." + when.at("parameter").get<std::string>(),
                                        values_from(when.at("is"))});
    const Json named_risks = row.value("risk", Json::object());
    for (const auto& [value, risk] : named_risks.items())
        parameter.risk[value] = named(risk, risks);
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
    if (row.at("default").is_object())
        entry.default_rule = row["default"].at("rule");
    else
        parameter.default_value = value_from(row["default"]);
    parameter.special = values_from(row.value("special", Json::array()));
    conditions_from(row, filesystem, parameter);
    parameter.summary = row.at("summary");
    parameter.loses = row.value("loses", "");
    parameter.source = row.at("source");
    entry.write = write_from(row.at("write"));
    if (row.contains("read")) entry.read = read_from(row["read"]);
    entry.searched = row.value("searched", true);
    entry.not_searched = row.value("not_searched", "");
    return entry;
}

std::vector<Entry> load_all() {
    std::vector<Entry> all;
    for (const auto& [name, text] : embedded_catalogue()) {
        auto rows = read_entries(name + ".json", text);
        if (!rows) {
            std::fprintf(stderr, "fstune: built-in catalogue: %s\n", rows.error().message.c_str());
            std::abort();
        }
        for (auto& row : *rows) all.push_back(std::move(row));
    }
    return all;
}

}  // namespace

Result<std::vector<Entry>> read_entries(const std::string& file, const std::string& json) {
    std::string at = "the file";
    try {
        const auto document = Json::parse(json);
        const std::string filesystem = document.at("filesystem");
        std::vector<Entry> rows;
        for (const auto& row : document.at("parameters")) {
            at = row.value("field", "a parameter without a field");
            rows.push_back(entry_from(row, filesystem));
        }
        return rows;
    } catch (const std::exception& problem) {
        return fail(ErrorCode::bad_input, fmt::format("{}: {}: {}", file, at, problem.what()));
    }
}

const std::vector<Entry>& entries() {
    static const std::vector<Entry> all = load_all();
    return all;
}

const Entry* find_entry(const std::string& name) {
    for (const auto& entry : entries())
        if (entry.parameter.name == name) return &entry;
    return nullptr;
}

}  // namespace fstune::knowledge
