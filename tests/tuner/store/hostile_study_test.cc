// Study files that fstune did not write, or not to their end: each is an error that says what it
// is, soon, and none of them is changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/fakes/temporary_folder.h"
#include "tuner/store/sqlite_study_store.h"

namespace fstune::tuner {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string content(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class HostileStudy : public testing::Test {
  protected:
    // Past the triggers that keep finished trials from being changed.
    void sql(const std::string& statements) const {
        sqlite3* database = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
        char* problem = nullptr;
        EXPECT_EQ(sqlite3_exec(database, statements.c_str(), nullptr, nullptr, &problem), SQLITE_OK)
            << statements << ": " << problem;
        sqlite3_close(database);
    }
    // A trial that is finished, and one that is not.
    void make_study() const {
        const auto store = SqliteStudyStore::create(path_);
        ASSERT_TRUE(store) << store.error().message;
        ASSERT_TRUE((*store)->begin({{{"goal", "db"}}, {{"goal", "db"}}}));
        ASSERT_TRUE((*store)->intend({.id = 1, .configuration = {"xfs", {}}}));
        ASSERT_TRUE((*store)->finish(1, knowledge::Measurement{}, 1));
        ASSERT_TRUE((*store)->intend({.id = 2, .configuration = {"xfs", {}}}));
    }
    void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }

    std::string refusal(SqliteStudyStore::Use use = SqliteStudyStore::Use::write) const {
        const auto store = SqliteStudyStore::open(path_, use);
        return store ? "opened" : store.error().message;
    }
    // Everything that a study is asked for.
    Result<void> read_all() const {
        const auto store = SqliteStudyStore::open(path_);
        if (!store) return tl::unexpected(store.error());
        if (const auto header = (*store)->header(); !header) return tl::unexpected(header.error());
        if (const auto trials = (*store)->trials(0, 100); !trials)
            return tl::unexpected(trials.error());
        if (const auto open = (*store)->unfinished(); !open) return tl::unexpected(open.error());
        if (const auto count = (*store)->count(); !count) return tl::unexpected(count.error());
        return {};
    }

    fakes::TemporaryFolder folder_{fakes::memory_parent()};  // thousands of small writes
    const std::string path_ = folder_.path() + "/study";
};

TEST_F(HostileStudy, WhatIsNoFileIsNamed) {
    fs::create_directory(path_);
    EXPECT_THAT(refusal(), HasSubstr("it is a folder"));
    fs::remove(path_);
    ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("it is a pipe"));
    fs::remove(path_);
    fs::create_symlink("/dev/null", path_);
    EXPECT_THAT(refusal(), HasSubstr("it is a device"));
    fs::remove(path_);
    fs::create_symlink(path_, path_);
    EXPECT_THAT(refusal(), HasSubstr("symbolic links"));
    fs::remove(path_);
    EXPECT_THAT(refusal(), HasSubstr("No such file"));
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(HostileStudy, OtherFilesAreNamedAndLeftAsTheyAre) {
    write("");
    EXPECT_THAT(refusal(), HasSubstr("it is empty"));
    EXPECT_EQ(content(path_), "");
    write("goal = db\n");
    EXPECT_THAT(refusal(), HasSubstr("no SQLite file"));
    fs::remove(path_);
    sql("PRAGMA journal_mode=WAL; CREATE TABLE trials (id); INSERT INTO trials VALUES (1)");
    const auto before = content(path_);
    EXPECT_THAT(refusal(), HasSubstr("of another program"));
    EXPECT_EQ(content(path_), before);
    EXPECT_FALSE(fs::exists(path_ + "-wal"));
}

TEST_F(HostileStudy, ANewerFormatAsksForANewerProgram) {
    make_study();
    sql("PRAGMA user_version=77");
    EXPECT_THAT(refusal(), HasSubstr("has format 77"));
    sql("PRAGMA user_version=0");
    EXPECT_THAT(refusal(), HasSubstr("not a study"));
}

// A view can take for ever, and a trigger can do something else.
TEST_F(HostileStudy, OtherTablesAreNotAsked) {
    make_study();
    sql("ALTER TABLE trials RENAME TO mine; CREATE VIEW trials AS WITH RECURSIVE n(i) AS "
        "(SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n");
    EXPECT_THAT(refusal(), HasSubstr("not those of a study"));
    fs::remove(path_);
    make_study();
    sql("CREATE TRIGGER more AFTER UPDATE ON trials BEGIN DELETE FROM facts; END");
    EXPECT_THAT(refusal(), HasSubstr("not those of a study"));
    fs::remove(path_);
    make_study();
    sql("DROP TRIGGER finished_trials_stay");
    EXPECT_THAT(refusal(), HasSubstr("not those of a study"));
}

TEST_F(HostileStudy, ATruncatedOneIsAnError) {
    make_study();
    const auto whole = content(path_);
    for (std::size_t size = 0; size < whole.size(); size += 61) {
        write(whole.substr(0, size));
        EXPECT_FALSE(read_all()) << size << " of " << whole.size();
        EXPECT_EQ(content(path_).size(), size);
    }
}

// Every byte of its pages set to something else, one stretch after the other.
TEST_F(HostileStudy, ADamagedOneDoesNotCrash) {
    make_study();
    const auto whole = content(path_);
    for (std::size_t at = 0; at < whole.size(); at += 16)
        for (const char byte : {'\x00', '\x7f', '\xff'}) {
            auto damaged = whole;
            damaged.replace(at, 16, 16, byte);
            write(damaged);
            const auto read = read_all();
            EXPECT_TRUE(read || !read.error().message.empty());
        }
}

TEST_F(HostileStudy, GarbageInAColumnIsAnErrorThatShowsIt) {
    for (const auto* change : {
             "configuration = '[1,2]'",
             "configuration = '{\"a\": 1.5}'",
             "configuration = '{'",
             "configuration = '{\"a\": {\"b\": 1}}'",
             "configuration = x'00ff00'",
             "phase = 'dig'",
             "fidelity = -1",
             "fidelity = 9e999",
             "fidelity = 'much'",
             "state = 'measured'",
             "state = 'failed', details = 'x'",
             "id = -5",
             "id = 9223372036854775807",
             "state = 'measured', value = 9e999, details = '{}', elapsed = 1",
             "state = 'measured', value = 1, elapsed = 1, details = '{\"metrics\": 7}'",
             "state = 'measured', value = 1, elapsed = -1, details = '{\"metrics\": {}, "
             "\"seconds\": {}, \"warnings\": [], \"samples\": []}'",
         }) {
        fs::remove(path_);
        make_study();
        sql("DROP TRIGGER finished_trials_never_change; UPDATE trials SET " + std::string(change) +
            " WHERE id = 2; CREATE TRIGGER finished_trials_never_change BEFORE UPDATE ON trials\n"
            "        WHEN OLD.state <> 'intended'\n"
            "        BEGIN SELECT RAISE(ABORT, 'a finished trial never changes'); END");
        const auto read = read_all();
        ASSERT_FALSE(read) << change;
        EXPECT_FALSE(read.error().message.empty());
    }
}

TEST_F(HostileStudy, AHugeValueIsAnErrorAndNotReadIntoMemory) {
    make_study();
    sql("UPDATE trials SET configuration = CAST(zeroblob(200000000) AS TEXT) WHERE id = 2");
    const auto read = read_all();
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("too big"));
}

TEST_F(HostileStudy, JsonOfAMillionBracketsIsAnError) {
    make_study();
    sql("UPDATE trials SET configuration = replace(hex(zeroblob(500000)), '0', '[') WHERE id = 2");
    EXPECT_FALSE(read_all());
}

// SQLite writes to what stands there, links included.
TEST_F(HostileStudy, ALinkInPlaceOfTheLogIsNotWrittenTo) {
    const auto victim = folder_.path() + "/victim";
    std::ofstream(victim) << "precious";
    fs::create_symlink(victim, path_ + "-wal");
    EXPECT_THAT(SqliteStudyStore::create(path_).error().message, HasSubstr("stands in the way"));
    fs::remove(path_ + "-wal");
    make_study();
    for (const auto* end : {"-wal", "-shm", "-journal"}) {
        fs::create_symlink(victim, path_ + end);
        EXPECT_THAT(refusal(), HasSubstr("stands in the way")) << end;
        fs::remove(path_ + end);
    }
    ASSERT_EQ(mkfifo((path_ + "-wal").c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("stands in the way"));
    EXPECT_EQ(content(victim), "precious");
}

// SQLite would take these for a study in memory, or in another file.
TEST_F(HostileStudy, NamesThatSqliteReadsOtherwiseAreNamesOfFiles) {
    const auto before = fs::current_path();
    fs::current_path(folder_.path());
    for (const std::string name :
         {":memory:", "file:a?mode=memory", "-x", "a%20b#c", "\n", "ä'b"}) {
        {
            const auto store = SqliteStudyStore::create(name);
            ASSERT_TRUE(store) << name << ": " << store.error().message;
            ASSERT_TRUE((*store)->begin({{{"goal", name}}, {}}));
        }
        EXPECT_GT(fs::file_size(fs::path("./" + name)), 4096U) << name;
        for (const auto use : {SqliteStudyStore::Use::write, SqliteStudyStore::Use::read}) {
            const auto again = SqliteStudyStore::open(name, use);
            ASSERT_TRUE(again) << name;
            EXPECT_EQ((*again)->header()->identity.at("goal"), name);
        }
    }
    fs::current_path(before);
}

TEST_F(HostileStudy, TwoDoNotWriteToOneStudy) {
    make_study();
    const auto first = SqliteStudyStore::open(path_);
    ASSERT_TRUE(first);
    const auto second = SqliteStudyStore::open(path_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::refused);
    EXPECT_TRUE(SqliteStudyStore::open(path_, SqliteStudyStore::Use::read));
}

TEST_F(HostileStudy, AStudyThroughALinkIsThatStudy) {
    make_study();
    const auto link = folder_.path() + "/link";
    fs::create_symlink(path_, link);
    const auto store = SqliteStudyStore::open(link);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_EQ(*(*store)->count(), 1);
}

class ReadOnlyStudy : public HostileStudy {
  protected:
    // Root may write to anything: as someone else.
    template <typename Check>
    void as_a_user(Check check) const {
        fs::permissions(folder_.path(), fs::perms(0555));
        fs::permissions(path_, fs::perms(0444));
        if (geteuid() == 0) {
            ASSERT_EQ(seteuid(65534), 0);
            check();
            ASSERT_EQ(seteuid(0), 0);
        } else {
            check();
        }
        fs::permissions(folder_.path(), fs::perms(0755));
    }
};

TEST_F(ReadOnlyStudy, CanBeReadAndNotGoneOnWith) {
    make_study();
    as_a_user([this] {
        const auto store = SqliteStudyStore::open(path_, SqliteStudyStore::Use::read);
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_EQ((*store)->trials(0, 10)->size(), 1U);
        EXPECT_THAT(refusal(), HasSubstr("Permission denied"));
    });
}

}  // namespace
}  // namespace fstune::tuner
