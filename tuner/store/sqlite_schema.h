// The tables of a study file and the numbers that mark one.
#pragma once

namespace fstune::tuner {

inline constexpr int study_application_id = 0x66737475;  // "fstu", as SQLite's header field
inline constexpr int study_format = 1;                   // SQLite's user_version

// The triggers keep what the words say: a finished trial is a fact, and so is a kept one.
inline constexpr const char* study_schema[] = {
    R"(CREATE TABLE header (
        part TEXT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (part, name)))",
    R"(CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL))",
    R"(CREATE TABLE trials (
        id INTEGER PRIMARY KEY, phase TEXT NOT NULL, block INTEGER NOT NULL, fidelity REAL NOT NULL,
        left INTEGER NOT NULL, filesystem TEXT NOT NULL, configuration TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('intended', 'measured', 'failed')),
        value REAL, failure TEXT, details TEXT, elapsed REAL))",
    R"(CREATE INDEX trials_open ON trials (id) WHERE state = 'intended')",
    R"(CREATE TRIGGER finished_trials_never_change BEFORE UPDATE ON trials
        WHEN OLD.state <> 'intended'
        BEGIN SELECT RAISE(ABORT, 'a finished trial never changes'); END)",
    R"(CREATE TRIGGER finished_trials_stay BEFORE DELETE ON trials
        BEGIN SELECT RAISE(ABORT, 'a trial is never removed'); END)",
};

}  // namespace fstune::tuner
