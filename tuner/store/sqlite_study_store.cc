#include "tuner/store/sqlite_study_store.h"

#include <fmt/format.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "tuner/store/details.h"
#include "tuner/store/sqlite_schema.h"
#include "tuner/store/study_file.h"
#include "tuner/store/trial_json.h"

namespace fstune::tuner {

using knowledge::Failure;
using knowledge::Measurement;

// A row as large as this was not written by fstune.
constexpr int most_bytes_of_a_row = 64 << 20;

class SqliteStudyStore::Database {
  public:
    Database(std::string path, const std::string& name, probes::UniqueFd lock)
        : path_(std::move(path)),
          lock_(std::move(lock)),
          sql(soci::sqlite3,
              "dbname=\"" + name + "\" timeout=10" + (lock_ ? " synchronous=full" : "")) {
        auto* backend = static_cast<soci::sqlite3_session_backend*>(sql.get_backend());
        sqlite_api::sqlite3_limit(backend->conn_, SQLITE_LIMIT_LENGTH, most_bytes_of_a_row);
        sql << "PRAGMA trusted_schema=OFF";
    }

    // Runs `work`, and turns SOCI's exceptions into errors: they stop here.
    template <typename Work>
    auto guarded(const char* doing, Work work) -> decltype(work()) {
        try {
            return work();
        } catch (const std::exception& problem) {
            return fail(ErrorCode::failed,
                        fmt::format("cannot {} study '{}': {}", doing, path_, problem.what()));
        }
    }

  private:
    std::string path_;
    probes::UniqueFd lock_;  // empty: only read. Closed after the session, whose locks go with it.

  public:
    soci::session sql;
};

namespace {

void use_log(soci::session& sql) {
    std::string mode;
    sql << "PRAGMA journal_mode=WAL", soci::into(mode);
}

// The tables are ours, word for word: a table that is a query could run for ever.
bool has_our_tables(soci::session& sql) {
    std::multiset<std::string> wanted(std::begin(study_schema), std::end(study_schema)), found;
    std::string text;
    soci::indicator has_text = soci::i_null;
    soci::statement all =
        (sql.prepare << "SELECT sql FROM sqlite_master", soci::into(text, has_text));
    all.execute();
    while (all.fetch())
        if (has_text == soci::i_ok) found.insert(text);
    return found == wanted;
}

tl::unexpected<Error> not_whole(const std::string& path, const std::string& because) {
    return fail(ErrorCode::bad_input,
                fmt::format("'{}' is not a whole study of fstune: {}", path, because));
}

// SOCI does not close a database that it fails to open, so SQLite is asked first. Empty: it can be.
std::string why_not_to_open(const std::string& name) {
    using namespace sqlite_api;
    constexpr int patience = 10'000;  // milliseconds, as SOCI is told
    sqlite3* opened = nullptr;
    const int begun =
        sqlite3_open_v2(name.c_str(), &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI, nullptr);
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> closing(opened, sqlite3_close);
    if (begun == SQLITE_OK && sqlite3_busy_timeout(opened, patience) == SQLITE_OK &&
        sqlite3_exec(opened, "PRAGMA synchronous", nullptr, nullptr, nullptr) == SQLITE_OK)
        return "";
    return sqlite3_errmsg(opened);
}

void keep_header(soci::session& sql, const std::string& part,
                 const std::map<std::string, std::string>& entries) {
    for (const auto& [name, value] : entries)
        sql << "INSERT INTO header VALUES (:part, :name, :value)", soci::use(part), soci::use(name),
            soci::use(value);
}

// One row of the table trials, as SOCI fills it.
struct Row {
    long long id = 0, block = 0, left = 0;
    double fidelity = 1, value = 0, elapsed = 0;
    std::string phase, filesystem, configuration, state, failure, details;
    soci::indicator has_value = soci::i_null, has_failure = soci::i_null,
                    has_details = soci::i_null, has_elapsed = soci::i_null;
};

constexpr const char* columns =
    "SELECT id, phase, block, fidelity, left, filesystem, configuration, state, value, failure, "
    "details, elapsed FROM trials ";

constexpr long long most_trials = 1LL << 53;

Result<Intention> intention_of(const Row& row) {
    if (row.id < 1 || row.id > most_trials)
        return fail(ErrorCode::bad_input, fmt::format("no trial can have the number {}", row.id));
    auto phase = read_phase(row.phase);
    if (!phase) return tl::unexpected(phase.error());
    auto configuration = read_configuration(row.filesystem, row.configuration);
    if (!configuration) return tl::unexpected(configuration.error());
    if (!(row.fidelity > 0 && row.fidelity <= 1))
        return fail(
            ErrorCode::bad_input,
            fmt::format("trial {} has fidelity {}; it must be in (0, 1]", row.id, row.fidelity));
    return Intention{row.id, *phase, row.block, row.fidelity, std::move(*configuration), row.left};
}

Result<knowledge::Outcome> outcome_of(const Row& row) {
    if (row.state == "failed") {
        auto kind = read_failure_kind(row.failure);
        if (!kind) return tl::unexpected(kind.error());
        return Failure{*kind, row.details};
    }
    if (row.has_value != soci::i_ok || !std::isfinite(row.value))
        return fail(ErrorCode::bad_input,
                    fmt::format("trial {} is measured but has no finite value", row.id));
    Measurement measurement;
    measurement.value = row.value;
    if (const auto read = read_details(row.details, measurement); !read)
        return tl::unexpected(read.error());
    return measurement;
}

Result<StoredTrial> trial_of(const Row& row) {
    if (!std::isfinite(row.elapsed) || row.elapsed < 0)
        return fail(ErrorCode::bad_input,
                    fmt::format("trial {} took {} seconds; no trial does", row.id, row.elapsed));
    auto intention = intention_of(row);
    if (!intention) return tl::unexpected(intention.error());
    auto outcome = outcome_of(row);
    if (!outcome) return tl::unexpected(outcome.error());
    return StoredTrial{std::move(*intention), std::move(*outcome), row.elapsed};
}

// A statement over `columns` that fills `row`; the caller adds what it needs of WHERE.
soci::statement rows(soci::session& sql, const std::string& where, Row& row) {
    return (sql.prepare << columns + where, soci::into(row.id), soci::into(row.phase),
            soci::into(row.block), soci::into(row.fidelity), soci::into(row.left),
            soci::into(row.filesystem), soci::into(row.configuration), soci::into(row.state),
            soci::into(row.value, row.has_value), soci::into(row.failure, row.has_failure),
            soci::into(row.details, row.has_details), soci::into(row.elapsed, row.has_elapsed));
}

}  // namespace

SqliteStudyStore::SqliteStudyStore(std::unique_ptr<Database> database)
    : database_(std::move(database)) {}

SqliteStudyStore::~SqliteStudyStore() = default;

Result<std::unique_ptr<SqliteStudyStore>> SqliteStudyStore::create(const std::string& path) {
    if (auto made = make_study_file(path); !made) return tl::unexpected(made.error());
    auto lock = lock_study_file(path);
    if (!lock) return tl::unexpected(lock.error());
    try {
        auto database = std::make_unique<Database>(path, sqlite_name(path), std::move(*lock));
        use_log(database->sql);
        soci::transaction all(database->sql);
        for (const auto* statement : study_schema) database->sql << statement;
        database->sql << fmt::format("PRAGMA application_id={}", study_application_id);
        database->sql << fmt::format("PRAGMA user_version={}", study_format);
        all.commit();
        // From here on the file alone says what it is.
        database->sql << "PRAGMA wal_checkpoint(TRUNCATE)";
        return std::unique_ptr<SqliteStudyStore>(new SqliteStudyStore(std::move(database)));
    } catch (const std::exception& problem) {
        return fail(ErrorCode::failed,
                    fmt::format("cannot make study '{}': {}", path, problem.what()));
    }
}

Result<std::unique_ptr<SqliteStudyStore>> SqliteStudyStore::open(const std::string& path, Use use) {
    if (auto study = recognise_study_file(path); !study) return tl::unexpected(study.error());
    const auto name = use == Use::read ? sqlite_name_to_read(path) : sqlite_name_to_write(path);
    if (!name) return tl::unexpected(name.error());
    auto lock = use == Use::read ? Result<probes::UniqueFd>() : lock_study_file(path);
    if (!lock) return tl::unexpected(lock.error());
    if (const auto why = why_not_to_open(*name); !why.empty()) return not_whole(path, why);
    try {
        auto database = std::make_unique<Database>(path, *name, std::move(*lock));
        if (!has_our_tables(database->sql))
            return not_whole(path, "its tables are not those of a study");
        if (use == Use::write) use_log(database->sql);
        return std::unique_ptr<SqliteStudyStore>(new SqliteStudyStore(std::move(database)));
    } catch (const std::exception& problem) {
        return not_whole(path, problem.what());
    }
}

Result<void> SqliteStudyStore::begin(const StudyHeader& header) {
    return database_->guarded("begin", [&]() -> Result<void> {
        auto& sql = database_->sql;
        soci::transaction all(sql);
        int begun = 0;
        sql << "SELECT count(*) FROM header", soci::into(begun);
        if (begun != 0) return fail(ErrorCode::usage, "the study has already begun");
        keep_header(sql, "begun", {{"begun", ""}});
        keep_header(sql, "identity", header.identity);
        keep_header(sql, "settings", header.settings);
        all.commit();
        return {};
    });
}

Result<StudyHeader> SqliteStudyStore::header() const {
    return database_->guarded("read", [&]() -> Result<StudyHeader> {
        StudyHeader header;
        bool begun = false;
        std::string part, name, value;
        soci::statement all = (database_->sql.prepare << "SELECT part, name, value FROM header",
                               soci::into(part), soci::into(name), soci::into(value));
        all.execute();
        while (all.fetch()) {
            begun = true;
            if (part == "identity") header.identity[name] = value;
            if (part == "settings") header.settings[name] = value;
        }
        if (!begun) return fail(ErrorCode::bad_input, "the study has not begun");
        return header;
    });
}

Result<void> SqliteStudyStore::intend(const Intention& intention) {
    return database_->guarded("write to", [&]() -> Result<void> {
        auto& sql = database_->sql;
        int open = 0, known = 0;
        sql << "SELECT count(*) FROM trials WHERE state = 'intended'", soci::into(open);
        if (open != 0) return fail(ErrorCode::usage, "the last trial is not finished");
        const auto id = static_cast<long long>(intention.id);
        sql << "SELECT count(*) FROM (SELECT 1 FROM trials WHERE id >= :id LIMIT 1)",
            soci::into(known), soci::use(id);
        if (known != 0)
            return fail(ErrorCode::usage, fmt::format("trial {} is already kept", intention.id));
        const std::string phase = knowledge::to_text(intention.phase);
        const std::string values =
            values_json(intention.configuration)
                .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
        const auto block = static_cast<long long>(intention.block);
        const auto left = static_cast<long long>(intention.left);
        sql << "INSERT INTO trials (id, phase, block, fidelity, left, filesystem, configuration, "
               "state) VALUES (:id, :phase, :block, :fidelity, :left, :filesystem, :values, "
               "'intended')",
            soci::use(id), soci::use(phase), soci::use(block), soci::use(intention.fidelity),
            soci::use(left), soci::use(intention.configuration.filesystem), soci::use(values);
        return {};
    });
}

Result<void> SqliteStudyStore::finish(std::int64_t id, const knowledge::Outcome& outcome,
                                      double elapsed) {
    return database_->guarded("write to", [&]() -> Result<void> {
        const auto* measured = std::get_if<Measurement>(&outcome);
        const auto* failed = std::get_if<Failure>(&outcome);
        if (measured != nullptr && !std::isfinite(measured->value))
            return fail(ErrorCode::failed, fmt::format("trial {} measured no finite number", id));
        const std::string state = measured != nullptr ? "measured" : "failed";
        const double value = measured != nullptr ? measured->value : 0;
        const std::string failure = failed != nullptr ? knowledge::to_text(failed->kind) : "";
        const std::string details = measured != nullptr ? details_text(*measured) : failed->reason;
        auto has_value = measured != nullptr ? soci::i_ok : soci::i_null;
        auto has_failure = failed != nullptr ? soci::i_ok : soci::i_null;
        const auto wanted = static_cast<long long>(id);
        soci::statement update =
            (database_->sql.prepare
                 << "UPDATE trials SET state = :state, value = :value, failure = "
                    ":failure, details = :details, elapsed = :elapsed "
                    "WHERE id = :id AND state = 'intended'",
             soci::use(state), soci::use(value, has_value), soci::use(failure, has_failure),
             soci::use(details), soci::use(elapsed), soci::use(wanted));
        update.execute(true);
        if (update.get_affected_rows() != 1)
            return fail(ErrorCode::usage, fmt::format("trial {} is not open", id));
        return {};
    });
}

Result<std::vector<StoredTrial>> SqliteStudyStore::trials(std::int64_t after,
                                                          std::size_t at_most) const {
    return database_->guarded("read", [&]() -> Result<std::vector<StoredTrial>> {
        Row row;
        auto statement =
            rows(database_->sql,
                 fmt::format("WHERE state <> 'intended' AND id > {} ORDER BY id LIMIT {}", after,
                             at_most),
                 row);
        std::vector<StoredTrial> page;
        statement.execute();
        while (statement.fetch()) {
            auto trial = trial_of(row);
            if (!trial) return tl::unexpected(trial.error());
            page.push_back(std::move(*trial));
        }
        return page;
    });
}

Result<std::int64_t> SqliteStudyStore::count() const {
    return database_->guarded("read", [&]() -> Result<std::int64_t> {
        long long count = 0;
        database_->sql << "SELECT count(*) FROM trials WHERE state <> 'intended'",
            soci::into(count);
        return count;
    });
}

Result<std::optional<Intention>> SqliteStudyStore::unfinished() const {
    return database_->guarded("read", [&]() -> Result<std::optional<Intention>> {
        Row row;
        auto statement = rows(database_->sql, "WHERE state = 'intended'", row);
        statement.execute();
        if (!statement.fetch()) return std::nullopt;
        auto intention = intention_of(row);
        if (!intention) return tl::unexpected(intention.error());
        return *intention;
    });
}

Result<void> SqliteStudyStore::keep(const std::string& name, const std::string& text) {
    return database_->guarded("write to", [&]() -> Result<void> {
        database_->sql << "INSERT INTO facts VALUES (:name, :value)", soci::use(name),
            soci::use(text);
        return {};
    });
}

Result<std::optional<std::string>> SqliteStudyStore::kept(const std::string& name) const {
    return database_->guarded("read", [&]() -> Result<std::optional<std::string>> {
        std::string text;
        database_->sql << "SELECT value FROM facts WHERE name = :name", soci::use(name),
            soci::into(text);
        if (!database_->sql.got_data()) return std::nullopt;
        return text;
    });
}

}  // namespace fstune::tuner
