// Figures found in the output of programs, whatever that output is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "knowledge/fingerprint.h"
#include "knowledge/readers/fio_metric.h"
#include "knowledge/readers/json_metric.h"
#include "knowledge/readers/last_words.h"
#include "knowledge/readers/metric_pattern.h"

namespace fstune::knowledge {
namespace {

using testing::HasSubstr;

TEST(LastWords, AreOneShortPrintableLine) {
    EXPECT_EQ(last_words("a\n\n  b\tc \r\n"), "a | b c");
    EXPECT_EQ(last_words("\x1b[31mred\xff"), "?[31mred?");
    EXPECT_EQ(last_words(""), "nothing");
    EXPECT_EQ(last_words("\n \n"), "nothing");
    EXPECT_EQ(last_words(std::string(1000, 'x') + "end", 10), "...xxxxxxxend");
    EXPECT_EQ(last_words("bad option -q\nUsage: prog\n -a all of it\n"), "bad option -q");
    EXPECT_EQ(last_words("Usage: prog\n"), "Usage: prog");
    EXPECT_LT(last_words(std::string(1000000, '\n') + "x\ny", 300).size(), 310U);
}

TEST(Fingerprint, IsThePublishedHash) {
    EXPECT_EQ(fingerprint(""), "cbf29ce484222325");  // FNV-1a's own test vectors
    EXPECT_EQ(fingerprint("a"), "af63dc4c8601ec8c");
    EXPECT_EQ(fingerprint("foobar"), "85944171f73967e8");
}

TEST(MetricPattern, TakesTheFirstGroupOfTheFirstMatch) {
    const auto find = [](const std::string& expression, std::string_view text) {
        return MetricPattern::read(expression).value().find(text);
    };
    EXPECT_EQ(find("rate: ([0-9.]+)", "rate: 1.5\nrate: 2"), 1.5);
    EXPECT_EQ(find("^([0-9]+)$", "a1\n22\n"), 22);
    EXPECT_EQ(find("(\\S+) MB/s", "took 2 s, -1e3 MB/s"), -1000);
    EXPECT_FALSE(find("a.(1)", "a\n1")) << "'.' is no end of a line";
    EXPECT_FALSE(find("(x)?1", "1")) << "the group did not take part";
    EXPECT_FALSE(find("([0-9]*)", "none"));
    EXPECT_FALSE(find("([0-9]+)", std::string(400, '9'))) << "not finite";
    EXPECT_EQ(find("b=(\\d+)", std::string_view("a\0b=7", 5)), 7);
}

TEST(JsonMetric, ReadsNumbersAndTextsThatAreNumbers) {
    const std::string text = R"(hello
{"a": {"b/c": [1, "2.5", null, true, "x"]}}
bye)";
    EXPECT_EQ(json_metric(text, "/a/b~1c/0"), 1);
    EXPECT_EQ(json_metric(text, "/a/b~1c/1"), 2.5);
    for (const auto* none : {"/a/b~1c/2", "/a/b~1c/3", "/a/b~1c/4", "/a/b~1c/5", "/a/b~1c/-",
                             "/a/b~1c/x", "/a", "", "/a/b~1c/99999999999999999999"})
        EXPECT_FALSE(json_metric(text, none)) << none;
    EXPECT_EQ(json_metric("[3]", "/0"), 3);
    EXPECT_EQ(json_metric("4", ""), 4);
    EXPECT_FALSE(json_metric("{\"a\": 1", "/a"));
    EXPECT_FALSE(json_metric(std::string(100000, '['), "/a")) << "deep, and never closed";
    EXPECT_FALSE(json_metric(std::string(longest_metric_json + 1, ' '), "/a"));
    EXPECT_FALSE(check_json_pointer("a"));
    EXPECT_FALSE(check_json_pointer("/a~2"));
}

nlohmann::json report(const std::string& name) {
    std::ifstream file(std::string(FSTUNE_TEST_DATA "/programs/fio-") + name + ".json");
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    return json_of_output(text).value();
}

TEST(FioMetric, KeysWithDotsAreFound) {
    const auto one = report("one");
    const auto at = [&](const std::string& path) { return fio_metric(one, fio_metric_of(path)); };
    EXPECT_EQ(at("read.clat_ns.percentile.99.000000"), 2342912);
    EXPECT_EQ(at("read.clat_ns.percentile.99"), 2342912);
    EXPECT_EQ(at("reader:read.total_ios"), 1024);
    for (const auto* none : {"", ".", "read", "read.", "read.bw.", ".read.bw", "read.clat_ns",
                             "read.clat_ns.percentile.98", "nobody:read.bw", "jobname"})
        EXPECT_FALSE(at(none)) << none;
}

TEST(FioMetric, AReportThatIsNoneIsAnError) {
    for (const auto* text :
         {"{}", "[]", "1", R"({"jobs": 1})", R"({"jobs": []})", R"({"jobs": [1, null, "x"]})",
          R"({"jobs": [{"read": 1}]})", R"({"jobs": [{"read": {"bw": "fast"}}]})",
          R"({"jobs": [{"read": {"bw": 1e999}}]})"}) {
        const auto parsed = nlohmann::json::parse(text, nullptr, false);
        EXPECT_FALSE(fio_metric(parsed, {"", "read.bw"})) << text;
    }
}

}  // namespace
}  // namespace fstune::knowledge
