#include "tuner/store/sqlite_study_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "tuner/store/sqlite_schema.h"
#include "tuner/store/trial_json.h"

namespace fstune::tuner {

using knowledge::Failure;
using knowledge::Measurement;

class SqliteStudyStore::Database {
  public:
    explicit Database(std::string path)
        : path_(std::move(path)),
          sql(soci::sqlite3, "dbname=\"" + path_ + "\" timeout=10 synchronous=full") {}

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

    int pragma(const std::string& name) {
        int value = 0;
        sql << "PRAGMA " + name, soci::into(value);
        return value;
    }

  private:
    std::string path_;

  public:
    soci::session sql;
};

namespace {

Result<void> usable_path(const std::string& path) {
    if (path.empty() || path.find('"') != std::string::npos || path.find('\0') != std::string::npos)
        return fail(ErrorCode::usage,
                    fmt::format("a study cannot be named '{}'; leave out quotation marks", path));
    return {};
}

// Made here and not by SQLite, for the mode and so that no link is followed.
Result<void> make_file(const std::string& path) {
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) {
        const auto* advice = errno == EEXIST ? "; --resume goes on with it" : "";
        return fail(ErrorCode::failed, fmt::format("cannot make study '{}': {}{}", path,
                                                   std::strerror(errno), advice));
    }
    ::close(file);
    return {};
}

void use_log(soci::session& sql) {
    std::string mode;
    sql << "PRAGMA journal_mode=WAL", soci::into(mode);
    sql << "PRAGMA trusted_schema=OFF";
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

Result<Intention> intention_of(const Row& row) {
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
    if (row.has_value != soci::i_ok)
        return fail(ErrorCode::bad_input,
                    fmt::format("trial {} is measured but has no value", row.id));
    Measurement measurement;
    measurement.value = row.value;
    if (const auto read = read_details(row.details, measurement); !read)
        return tl::unexpected(read.error());
    return measurement;
}

Result<StoredTrial> trial_of(const Row& row) {
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
    if (auto usable = usable_path(path); !usable) return tl::unexpected(usable.error());
    if (auto made = make_file(path); !made) return tl::unexpected(made.error());
    try {
        auto database = std::make_unique<Database>(path);
        use_log(database->sql);
        soci::transaction all(database->sql);
        for (const auto* statement : study_schema) database->sql << statement;
        database->sql << fmt::format("PRAGMA application_id={}", study_application_id);
        database->sql << fmt::format("PRAGMA user_version={}", study_format);
        all.commit();
        return std::unique_ptr<SqliteStudyStore>(new SqliteStudyStore(std::move(database)));
    } catch (const std::exception& problem) {
        return fail(ErrorCode::failed,
                    fmt::format("cannot make study '{}': {}", path, problem.what()));
    }
}

Result<std::unique_ptr<SqliteStudyStore>> SqliteStudyStore::open(const std::string& path) {
    if (auto usable = usable_path(path); !usable) return tl::unexpected(usable.error());
    if (::access(path.c_str(), R_OK | W_OK) != 0)
        return fail(ErrorCode::failed,
                    fmt::format("cannot open study '{}': {}", path, std::strerror(errno)));
    try {
        auto database = std::make_unique<Database>(path);
        const int format = database->pragma("user_version");
        if (database->pragma("application_id") != study_application_id || format < 1)
            return fail(ErrorCode::bad_input, fmt::format("'{}' is not a study of fstune", path));
        if (format > study_format)
            return fail(ErrorCode::bad_input,
                        fmt::format("study '{}' has format {}; this fstune reads up to {}: use a "
                                    "newer fstune",
                                    path, format, study_format));
        use_log(database->sql);
        return std::unique_ptr<SqliteStudyStore>(new SqliteStudyStore(std::move(database)));
    } catch (const std::exception& problem) {
        return fail(ErrorCode::bad_input,
                    fmt::format("'{}' is not a study of fstune: {}", path, problem.what()));
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
