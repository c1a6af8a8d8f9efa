// fstune export --as: each format is read by the tool that it is for, where Debian has one.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "tests/cli/program.h"
#include "tests/fakes/temporary_folder.h"
#include "tuner/emit/recommendation.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune {
namespace {

using test::fstune;
using testing::HasSubstr;

class Export : public testing::Test {
  protected:
    void SetUp() override {
        tuner::Recommendation one;
        one.goal = "seq-read";
        one.filesystem = "ext4";
        one.lines.mkfs = {"mkfs.ext4", "-q", "-F", "-E", "stride=16,stripe_width=48", "/dev/sdx"};
        one.lines.mount_options = "noatime,commit=30";
        one.lines.queue = {{"read_ahead_kb", "4096"}};
        one.disk = "sdx";
        one.serial = "WD-1";
        store(study_, one);
    }
    static void store(const std::string& path, const tuner::Recommendation& one) {
        auto store = tuner::SqliteStudyStore::create(path);
        ASSERT_TRUE(store);
        ASSERT_TRUE((*store)->begin({{{"goal", one.goal}}, {}}));
        ASSERT_TRUE((*store)->keep("recommendation", to_kept(one)));
    }
    std::string exported(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"export", study_, "--as"});
        const auto done = fstune(arguments);
        EXPECT_EQ(done.exit_code, 0) << done.err;
        return done.out;
    }
    std::string write(const std::string& name, const std::string& text) const {
        auto path = folder_.path() + "/" + name;
        std::ofstream(path) << text;
        return path;
    }
    static probes::Finished run(const std::vector<std::string>& argv) {
        probes::PosixProcess process;
        const auto done = process.run({.argv = argv, .deadline = std::chrono::seconds(120)});
        EXPECT_TRUE(done) << (done ? "" : done.error().message);
        return done ? *done : probes::Finished{};
    }
    static bool installed(const std::string& tool) {
        for (const auto* folder : {"/usr/bin/", "/bin/", "/usr/sbin/"})
            if (std::filesystem::exists(folder + tool)) return true;
        return false;
    }

    fakes::TemporaryFolder folder_;
    const std::string study_ = folder_.path() + "/a.study";
    const std::string uuid_ = "11111111-2222-4333-8444-555555555555";
};

TEST_F(Export, FstabIsReadByFindmnt) {
    const auto table = write("fstab", exported({"fstab", "--uuid", uuid_, "--target", "/mnt"}));
    const auto done = run({"findmnt", "--verify", "--tab-file", table});
    EXPECT_THAT(done.out + done.err, HasSubstr("0 parse errors"));
    const auto listed = run({"findmnt", "--tab-file", table, "-n", "-o", "SOURCE,FSTYPE,OPTIONS"});
    EXPECT_THAT(listed.out, HasSubstr("UUID=" + uuid_));
    EXPECT_THAT(listed.out, HasSubstr("noatime,commit=30,nofail"));
    // And fstune finds nothing wrong with it.
    EXPECT_THAT(fstune({"lint", table}).err, HasSubstr("nothing wrong"));
}

TEST_F(Export, TheUnitIsReadBySystemd) {
    if (!installed("systemd-analyze")) GTEST_SKIP() << "no systemd-analyze here";
    const auto text = exported({"systemd", "--uuid", uuid_, "--target", "/srv/big data"});
    std::smatch name;
    ASSERT_TRUE(std::regex_search(text, name, std::regex("/etc/systemd/system/(\\S+)\n")));
    const auto unit = write(name[1], text);
    const auto done = run({"systemd-analyze", "verify", unit});
    EXPECT_EQ(done.exit_code, 0) << done.err << text;
    EXPECT_EQ(done.err.find("big"), std::string::npos) << done.err;
}

TEST_F(Export, TheTasksAreReadByAnsible) {
    if (!installed("ansible-playbook")) GTEST_SKIP() << "no ansible-playbook here";
    const auto tasks = write("tasks.yml", exported({"ansible"}));
    const auto play = write("play.yml",
                            "- hosts: localhost\n  gather_facts: false\n  tasks:\n"
                            "    - ansible.builtin.import_tasks: tasks.yml\n");
    const auto done = run({"env", "HOME=" + folder_.path(), "LC_ALL=C.UTF-8", "ansible-playbook",
                           "--syntax-check", "-i", "localhost,", play});
    EXPECT_EQ(done.exit_code, 0) << done.err << done.out;
}

TEST_F(Export, TheConfigIsReadByCloudInit) {
    const auto config = write("user-data", exported({"cloud-init"}));
    const auto done = run({FSTUNE_SOURCE_DIR "/tests/cloud-init-schema", config});
    if (done.exit_code == 77) GTEST_SKIP() << "cloud-init's package cannot be had: " << done.err;
    EXPECT_EQ(done.exit_code, 0) << done.err << done.out;
}

TEST_F(Export, TuneIsACommandOfTune2fs) {
    const auto image = folder_.path() + "/image";
    std::ofstream(image).close();
    std::filesystem::resize_file(image, std::uintmax_t{64} << 20);
    ASSERT_EQ(run({"mkfs.ext4", "-q", "-F", image}).exit_code, 0);
    const auto text = exported({"tune", "--device", image});
    EXPECT_EQ(run({"sh", "-e", write("tune.sh", text)}).exit_code, 0) << text;
    EXPECT_THAT(run({"dumpe2fs", "-h", image}).out,
                testing::ContainsRegex("RAID stripe width: +48"));
}

TEST_F(Export, ShellLinesMakeTheFilesystem) {
    const auto image = folder_.path() + "/image";
    std::ofstream(image).close();
    std::filesystem::resize_file(image, std::uintmax_t{64} << 20);
    std::istringstream lines(exported({"shell", "--device", image}));
    std::string mkfs;
    for (std::string line; std::getline(lines, line);)
        if (line.starts_with("mkfs.")) mkfs = line;
    EXPECT_EQ(run({"sh", "-e", "-c", mkfs}).exit_code, 0) << mkfs;
    EXPECT_THAT(run({"dumpe2fs", "-h", image}).out, testing::ContainsRegex("RAID stride: +16"));
}

TEST_F(Export, KickstartAndUdevNameTheSettings) {
    EXPECT_THAT(exported({"kickstart"}),
                HasSubstr("--mkfsoptions=\"-E stride=16,stripe_width=48\""));
    EXPECT_THAT(exported({"udev"}), HasSubstr("ATTR{queue/read_ahead_kb}=\"4096\""));
}

TEST_F(Export, AScratchFileNeedsADevice) {
    tuner::Recommendation one;
    one.goal = "db";
    one.filesystem = "xfs";
    one.lines.mkfs = {"mkfs.xfs", "-f", "/dev/loop9"};
    one.scratch = true;
    const auto study = folder_.path() + "/scratch.study";
    store(study, one);
    EXPECT_EQ(fstune({"export", study, "--as", "shell"}).exit_code, 2);
    const auto done = fstune({"export", study, "--as", "shell", "--device", "/dev/sdq"});
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_THAT(done.out, HasSubstr("mkfs.xfs /dev/sdq\n"));
}

TEST_F(Export, WhatDecidedNothingIsSaidBesideTheLines) {
    EXPECT_EQ(fstune({"export", study_, "--as", "fstab"}).err, "");
    tuner::Recommendation one;
    one.goal = "db";
    one.filesystem = "xfs";
    one.lines.mkfs = {"mkfs.xfs", "-f", "/dev/sdx"};
    one.decided = false;
    one.reason = "too noisy";
    const auto study = folder_.path() + "/undecided.study";
    store(study, one);
    const auto done = fstune({"export", study, "--as", "fstab"});
    EXPECT_EQ(done.exit_code, 0);
    EXPECT_THAT(done.err, HasSubstr("the study decided nothing (too noisy)"));
    EXPECT_THAT(done.out, HasSubstr("# NOT CONFIRMED"));
}

TEST_F(Export, WhatCannotBeIsSaid) {
    EXPECT_EQ(fstune({"export", study_, "--as", "puppet"}).exit_code, 2);
    EXPECT_EQ(fstune({"export", study_, "--as", "fstab", "--target", "data"}).exit_code, 2);
    EXPECT_EQ(fstune({"export", study_, "--target", "/srv"}).exit_code, 2);
    const auto unfinished = folder_.path() + "/unfinished.study";
    auto store = tuner::SqliteStudyStore::create(unfinished);
    ASSERT_TRUE(store);
    ASSERT_TRUE((*store)->begin({{{"goal", "db"}}, {}}));
    EXPECT_THAT(fstune({"export", unfinished, "--as", "fstab"}).err, HasSubstr("--resume"));
}

}  // namespace
}  // namespace fstune
