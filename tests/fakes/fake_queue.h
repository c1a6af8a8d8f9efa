// A disk's queue in memory, with the manners of the kernel's: the scheduler shows all and brackets
// one, a new scheduler resets nr_requests, max_sectors_kb resets read_ahead_kb, odd values are
// refused.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "probes/host/files.h"
#include "probes/host/ledger.h"

namespace fstune::fakes {

class FakeQueue : public probes::Files {
  public:
    Result<std::string> read(const std::string& path) const override {
        const auto found = values.find(name(path));
        if (found == values.end()) return fail(ErrorCode::failed, "cannot open " + path);
        if (found->first != "scheduler") return found->second + "\n";
        std::string text;
        for (const std::string one : {"none", "mq-deadline", "bfq"})
            text += one == found->second ? "[" + one + "] " : one + " ";
        return text + "\n";
    }
    Result<void> write(const std::string& path, const std::string& text) override {
        if (name(path) == refuses || !values.contains(name(path)))
            return fail(ErrorCode::failed, "cannot write '" + text + "' to " + path);
        values[name(path)] = text;
        if (name(path) == "scheduler") values["nr_requests"] = text == "none" ? "128" : "256";
        if (name(path) == "max_sectors_kb") values["read_ahead_kb"] = "128";
        return {};
    }
    Result<std::vector<std::string>> list(const std::string&) const override {
        std::vector<std::string> names;
        for (const auto& [name, value] : values) names.push_back(name);
        return names;
    }
    bool exists(const std::string& path) const override { return values.contains(name(path)); }
    Result<std::string> resolve(const std::string& path) const override { return path; }
    Result<std::string> make_private_directory(const std::string&) override {
        return fail(ErrorCode::failed, "not here");
    }
    Result<void> remove_directory(const std::string&) override {
        return fail(ErrorCode::failed, "not here");
    }

    std::map<std::string, std::string> values = {{"scheduler", "mq-deadline"},
                                                 {"nr_requests", "256"},
                                                 {"read_ahead_kb", "128"},
                                                 {"max_sectors_kb", "1280"},
                                                 {"custom", "0"}};
    std::string refuses;

  private:
    static std::string name(const std::string& path) { return path.substr(path.rfind('/') + 1); }
};

class FakeLedger : public probes::Ledger {
  public:
    Result<void> record(const std::vector<probes::QueueValue>& values) override {
        if (broken) return fail(ErrorCode::failed, "the ledger is broken");
        recorded.insert(recorded.end(), values.begin(), values.end());
        return {};
    }
    std::vector<probes::QueueValue> recorded;
    bool broken = false;
};

}  // namespace fstune::fakes
