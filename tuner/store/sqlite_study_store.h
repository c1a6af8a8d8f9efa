// A StudyStore in one SQLite file: write-ahead log, synced before a call returns, so that neither
// kill -9 nor a power loss takes a finished trial. Through SOCI, so that a server database can
// stand behind the same statements.
//
// Errors: bad_input, for a file that is no study, of a newer format, or with tables or values that
// fstune does not write. Such a file is left as it is.
// Effects: creates the file with mode 0600; SQLite keeps FILE-wal and FILE-shm beside it while
// open.
#pragma once

#include <memory>
#include <string>

#include "tuner/store/study_store.h"

namespace fstune::tuner {

class SqliteStudyStore : public StudyStore {
  public:
    enum class Use { read, write };  // read: also where the file or its folder is read-only

    // create: the file must not exist. open: it must be a study.
    static Result<std::unique_ptr<SqliteStudyStore>> create(const std::string& path);
    static Result<std::unique_ptr<SqliteStudyStore>> open(const std::string& path,
                                                          Use use = Use::write);
    ~SqliteStudyStore() override;

    Result<void> begin(const StudyHeader& header) override;
    Result<StudyHeader> header() const override;
    Result<void> intend(const Intention& intention) override;
    Result<void> finish(std::int64_t id, const knowledge::Outcome& outcome,
                        double elapsed) override;
    Result<std::vector<StoredTrial>> trials(std::int64_t after, std::size_t at_most) const override;
    Result<std::int64_t> count() const override;
    Result<std::optional<Intention>> unfinished() const override;
    Result<void> keep(const std::string& name, const std::string& text) override;
    Result<std::optional<std::string>> kept(const std::string& name) const override;

  private:
    class Database;  // hides SOCI
    explicit SqliteStudyStore(std::unique_ptr<Database> database);
    std::unique_ptr<Database> database_;
};

}  // namespace fstune::tuner
