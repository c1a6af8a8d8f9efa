// Inputs of the same kinds as the published cases, with other figures, other versions of the tools'
// output, other device names, and text around them. What each must bring is in
// tests/data/siblings/expected: "FILE KIND", then "geometry:SUBJECT=DATA_DISKS/STRIDE/STRIPE_WIDTH"
// for each stripe and "CODE:SUBJECT" for all that is worse than information. A file whose name says
// clean brings none of these.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "tests/knowledge/diagnosis/said.h"

namespace fstune::knowledge::diagnosis {
namespace {

std::string one_word(std::string text) {
    for (auto& c : text)
        if (c == ' ') c = '_';
    return text;
}

std::multiset<std::string> brought(const Diagnosis& diagnosis) {
    std::multiset<std::string> words{diagnosis.kind};
    for (const auto& one : diagnosis.findings) {
        const auto subject = one_word(one.subject);
        if (one.code == "geometry")
            words.insert(fmt::format("geometry:{}={}/{}/{}", subject, number(one, "data_disks"),
                                     number(one, "stride"), number(one, "stripe_width")));
        else if (one.severity != Severity::info)
            words.insert(one.code + ":" + subject);
    }
    return words;
}

TEST(Siblings, BringWhatTheyShould) {
    std::set<std::string> named{"expected"};
    std::istringstream lines(data_file("siblings/expected"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string file, word;
        words >> file;
        named.insert(file);
        std::multiset<std::string> expected;
        while (words >> word) expected.insert(word);
        EXPECT_EQ(brought(of_text(data_file("siblings/" + file))), expected) << file;
        if (file.find("clean") == std::string::npos) continue;
        for (const auto& one : expected)
            EXPECT_TRUE(one.find(':') == std::string::npos || one.starts_with("geometry:"))
                << file << ' ' << one;
    }
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(FSTUNE_TEST_DATA) + "/siblings"))
        EXPECT_TRUE(named.contains(entry.path().filename().string())) << entry.path();
}

// The same with the line ends of Windows.
TEST(Siblings, LineEndsOfWindowsChangeNothing) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(FSTUNE_TEST_DATA) + "/siblings")) {
        const auto name = entry.path().filename().string();
        if (name == "expected") continue;
        const auto text = data_file("siblings/" + name);
        std::string windows;
        for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
        EXPECT_EQ(brought(of_text(windows)), brought(of_text(text))) << name;
    }
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
