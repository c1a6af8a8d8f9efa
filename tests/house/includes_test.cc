// The rooms use each other only as the design says: the arrows of docs/design.md, read off the
// #include lines.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> allowed = {
    {"knowledge", {"knowledge"}},
    {"search", {"search", "knowledge"}},
    {"probes", {"probes", "knowledge"}},
    {"tuner", {"tuner", "search", "probes", "knowledge"}},
};

std::set<std::string> rooms_included_by(const fs::path& file) {
    static const std::regex include(R"re(^\s*#\s*include\s*"(\w+)/)re");
    std::set<std::string> rooms;
    std::ifstream in(file);
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
        if (std::regex_search(line, match, include)) rooms.insert(match[1]);
    }
    return rooms;
}

TEST(House, RoomsIncludeOnlyWhatTheDesignAllows) {
    int files = 0;
    for (const auto& [room, may_use] : allowed) {
        for (const auto& entry :
             fs::recursive_directory_iterator(fs::path(FSTUNE_SOURCE_DIR) / room)) {
            const auto extension = entry.path().extension();
            if (extension != ".h" && extension != ".cc" && extension != ".cpp") continue;
            ++files;
            for (const auto& used : rooms_included_by(entry.path())) {
                EXPECT_TRUE(may_use.contains(used)) << entry.path() << " includes " << used;
            }
        }
    }
    EXPECT_GT(files, 0);
}

}  // namespace
