// Whatever is given, there is an answer: truncated, CRLF, binary, nested, empty. And the fstab that
// comes out of lint.
#include <gtest/gtest.h>

#include <filesystem>

#include "knowledge/diagnosis/fstab_rules.h"
#include "tests/knowledge/diagnosis/said.h"

namespace fstune::knowledge::diagnosis {
namespace {

std::vector<std::string> case_files() {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(FSTUNE_TEST_DATA) + "/cases"))
        files.push_back(entry.path().filename().string());
    return files;
}

std::vector<std::string> codes_of(const std::string& text) {
    std::vector<std::string> codes;
    for (const auto& one : of_text(text).findings) codes.push_back(one.code + " " + one.subject);
    return codes;
}

TEST(AnyInput, EveryPublishedFileIsRecognised) {
    for (const auto& file : case_files()) EXPECT_TRUE(of_case(file).recognised()) << file;
}

TEST(AnyInput, TruncatedAnywhereGivesAnAnswer) {
    for (const auto& file : case_files()) {
        const auto text = data_file("cases/" + file);
        for (std::size_t length = 0; length < text.size(); length += 1 + text.size() / 40) {
            const auto cut = of_text(text.substr(0, length));
            EXPECT_TRUE(cut.recognised() || !cut.findings.empty()) << file << ' ' << length;
        }
    }
}

TEST(AnyInput, LineEndsOfWindowsChangeNothing) {
    for (const auto& file : case_files()) {
        const auto text = data_file("cases/" + file);
        std::string windows;
        for (const char c : text) windows += c == '\n' ? "\r\n" : std::string(1, c);
        EXPECT_EQ(codes_of(text), codes_of(windows)) << file;
    }
}

TEST(AnyInput, WhatNothingRecognisesSaysWhatWasTried) {
    for (const std::string& text : {std::string("\0\x01\xff\x7f", 4), std::string("hello world\n"),
                                    std::string(100000, '{'), std::string(100000, '[')}) {
        const auto diagnosis = of_text(text);
        ASSERT_FALSE(diagnosis.recognised()) << text.substr(0, 20);
        EXPECT_NE(diagnosis.findings.front().message.find("mdstat"), std::string::npos);
    }
}

TEST(AnyInput, EmptyInputIsSaidToBeEmpty) {
    for (const auto* text : {"", " \n\t\n"}) {
        const auto diagnosis = of_text(text);
        ASSERT_FALSE(diagnosis.recognised());
        EXPECT_EQ(diagnosis.findings.front().code, "not-recognised");
        EXPECT_TRUE(diagnosis.findings.front().message.starts_with("it is empty"));
    }
}

TEST(AnyInput, AnArrayThatIsItsOwnMember) {
    std::string head = "md0 : active raid0";
    for (int i = 0; i < 20; ++i) head += " md0[" + std::to_string(i) + "]";
    EXPECT_EQ(of_text(head + "\n      100 blocks 64k chunks\n").kind, "mdstat");
}

// Whatever blanks and bytes stand before a name in a table.
TEST(AnyInput, NamesAfterOddBlanks) {
    for (const auto* blanks : {"\f", "\v", "\t", " \f ", "\xe3\xdf ", "|-\f", "\x80\x80", "\xe2\f"})
        EXPECT_EQ(of_text("NAME   SIZE TYPE MOUNTPOINTS\n" + std::string(blanks) +
                          "sda 1G disk\nsdb 1G disk /a\n")
                      .kind,
                  "lsblk");
}

TEST(AnyInput, LinesThatEndAfterTheirFirstWord) {
    const auto superblock = data_file("cases/01-dumpe2fs.txt");
    for (const auto* line : {"tune2fs ", "dumpe2fs ", "RAID stride:", "Block size:", ":"})
        EXPECT_TRUE(of_text(std::string(line) + "\n" + superblock).recognised()) << line;
}

TEST(Lint, KeepsCommentsBlanksAndUnknownXOptions) {
    const std::string text =
        "# my disks\n\nUUID=1\t/srv\txfs\tnoatime,nobarrier,x-mine.odd=7\t0\t2 # old\nbad line\n";
    EXPECT_EQ(lint_fstab(text, {}).corrected,
              "# my disks\n\nUUID=1\t/srv\txfs\tnoatime,x-mine.odd=7\t0\t0 # old\nbad line\n");
}

TEST(Lint, ACorrectedCopyNeedsNoCorrection) {
    for (const auto* number : {"38", "45", "51", "57", "90", "92", "94"}) {
        const auto text = data_file("cases/" + std::string(number) + "-fstab.txt");
        const auto once = lint_fstab(text, {}).corrected;
        EXPECT_EQ(lint_fstab(once, {}).corrected, once) << number;
    }
}

TEST(Lint, LegalLinesBringNoFinding) {
    const std::string legal =
        "UUID=1 / ext4 errors=remount-ro 0 1\n"
        "UUID=2 /home xfs defaults,noatime 0 0\n"
        "/srv/a /srv/b none bind 0 0\n"
        "tmpfs /tmp tmpfs size=2G,mode=1777 0 0\n"
        "nas:/export /mnt/nas nfs4 _netdev,vers=4.2 0 0\n"
        "/swapfile none swap sw,pri=5 0 0\n"
        "UUID=3 /boot/efi vfat umask=0077 0 2\n"
        "proc /proc proc nosuid,noexec 0 0\n";
    for (const auto& one : lint_fstab(legal, {}).findings)
        ADD_FAILURE() << one.code << ' ' << one.message;
}

TEST(Lint, TwoLinesForOneMountPoint) {
    const auto linted =
        lint_fstab("UUID=1 /a ext4 defaults 0 2\nUUID=2 /a/ ext4 defaults 0 2\n", {});
    ASSERT_EQ(linted.findings.size(), 1u);
    EXPECT_EQ(linted.findings.front().code, "duplicate-mount-point");
}

}  // namespace
}  // namespace fstune::knowledge::diagnosis
