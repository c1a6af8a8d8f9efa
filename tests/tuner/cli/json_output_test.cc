#include "tuner/cli/json_output.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/fakes/temporary_folder.h"

namespace fstune::tuner {
namespace {

class JsonFile : public testing::Test {
  protected:
    void write(const std::string& path) const { std::ofstream(path) << "kept"; }
    fakes::TemporaryFolder folder_;
    std::string study_ = folder_.path() + "/a.study";
};

TEST_F(JsonFile, TheStudyItselfIsRefusedUnderAnyName) {
    for (const auto* part : {"", "-wal", "-shm"}) write(study_ + part);
    const auto link = folder_.path() + "/link";
    std::filesystem::create_symlink(study_, link);
    for (const auto& path :
         {study_, study_ + "-wal", study_ + "-shm", link,
          folder_.path() + "/../" + std::filesystem::path(folder_.path()).filename().string() +
              "/a.study"}) {
        const auto opened = JsonOutput::open(path, study_);
        ASSERT_FALSE(opened) << path;
        EXPECT_EQ(opened.error().code, ErrorCode::usage);
    }
    EXPECT_EQ(std::filesystem::file_size(study_), 4U);
}

TEST_F(JsonFile, AnotherFileIsTaken) {
    write(study_);
    EXPECT_TRUE(JsonOutput::open(folder_.path() + "/a.json", study_));
    EXPECT_TRUE(JsonOutput::open("-", study_));
}

}  // namespace
}  // namespace fstune::tuner
