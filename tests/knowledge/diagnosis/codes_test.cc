// The list of codes and the sources agree: an unknown code would abort, an unused one is a promise
// that nobody keeps.
#include "knowledge/diagnosis/codes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace fstune::knowledge::diagnosis {
namespace {

std::string sources() {
    std::string all;
    for (const auto* folder :
         {"knowledge/diagnosis", "knowledge/geometry", "knowledge/safety", "tuner/cli"})
        for (const auto& entry : std::filesystem::recursive_directory_iterator(
                 std::string(FSTUNE_SOURCE_DIR) + "/" + folder)) {
            if (entry.path().extension() != ".cc" || entry.path().filename() == "codes.cc")
                continue;
            std::ifstream in(entry.path());
            all.append(std::istreambuf_iterator<char>(in), {});
        }
    return all;
}

TEST(Codes, AreEachUsedAndNamedOnce) {
    const auto text = sources();
    std::set<std::string_view> seen;
    for (const auto& code : codes()) {
        EXPECT_TRUE(seen.insert(code.name).second) << code.name;
        EXPECT_NE(text.find('"' + std::string(code.name) + '"'), std::string::npos) << code.name;
        EXPECT_FALSE(code.meaning.empty()) << code.name;
    }
}

TEST(Codes, OfGeometryAndSafetyAreListed) {
    for (const auto* name :
         {"bogus-optimal-io-size", "optimal-io-size-is-throughput-hint", "misaligned",
          "array-frozen", "array-sync-pending", "array-reshaping", "array-sync-running",
          "array-degraded", "chunk-unknown", "off-stripe", "thin-chunk-off-stripe", "held",
          "member", "signature", "in-use", "read-only", "removable", "usb", "name-moved"})
        EXPECT_NE(code(name), nullptr) << name;
    EXPECT_EQ(code("no such code"), nullptr);
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
