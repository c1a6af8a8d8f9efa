// A whole study file, given to SQLite as a user would: either the input itself, or a real study in
// which the input changes bytes (each three: where, and to what).
#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/input.h"
#include "tuner/store/sqlite_study_store.h"

namespace {

using fstune::tuner::SqliteStudyStore;

const std::string& path() {
    static const std::string name = "/dev/shm/fstune-fuzz." + std::to_string(getpid());
    return name;
}

void forget() {
    for (const auto* end : {"", "-wal", "-shm", "-journal"}) unlink((path() + end).c_str());
}

std::string make_study() {
    {
        const auto store = SqliteStudyStore::create(path()).value();
        (void)store->begin({{{"kernel", "6.18"}}, {{"goal", "db"}}});
        (void)store->intend(
            {.id = 1, .configuration = {"xfs", {{"xfs.agcount", std::int64_t{8}}}}});
        fstune::knowledge::Measurement measured;
        measured.metrics = {{"extents_per_file", 1.5}};
        (void)store->finish(1, measured, 1);
        (void)store->intend({.id = 2, .configuration = {"ext4", {}}});
        (void)store->keep("ceiling", "7");
    }
    std::ifstream in(path(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    forget();
    return bytes;
}

std::string file_of(std::string_view input) {
    static const std::string study = make_study();
    if (input.starts_with('=')) return std::string(input.substr(1));
    auto bytes = study;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(input[i]); };
    for (std::size_t i = 0; i + 2 < input.size(); i += 3)
        bytes[(byte(i) << 8 | byte(i + 1)) % bytes.size()] = input[i + 2];
    return bytes;
}

void read_all(const fstune::tuner::StudyStore& store) {
    (void)store.header();
    (void)store.count();
    (void)store.unfinished();
    (void)store.kept("ended");
    for (std::int64_t last = 0;;) {
        const auto page = store.trials(last, 500);
        if (!page || page->empty() || page->back().intention.id <= last) break;
        last = page->back().intention.id;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::ofstream(path(), std::ios::binary) << file_of(fstune::fuzz_text(data, size));
    if (const auto store = SqliteStudyStore::open(path())) read_all(**store);
    forget();
    return 0;
}
