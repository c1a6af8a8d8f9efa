#include "tuner/store/memory_study_store.h"

#include <fmt/format.h>

namespace fstune::tuner {

Result<void> MemoryStudyStore::begin(const StudyHeader& header) {
    if (header_) return fail(ErrorCode::usage, "the study has already begun");
    header_ = header;
    return {};
}

Result<StudyHeader> MemoryStudyStore::header() const {
    if (!header_) return fail(ErrorCode::bad_input, "the study has not begun");
    return *header_;
}

Result<void> MemoryStudyStore::intend(const Intention& intention) {
    if (open_) return fail(ErrorCode::usage, fmt::format("trial {} is not finished", open_->id));
    const std::int64_t last = trials_.empty() ? 0 : trials_.back().intention.id;
    if (intention.id <= last)
        return fail(ErrorCode::usage, fmt::format("trial {} is already kept", intention.id));
    open_ = intention;
    return {};
}

Result<void> MemoryStudyStore::finish(std::int64_t id, const knowledge::Outcome& outcome,
                                      double elapsed) {
    if (!open_ || open_->id != id)
        return fail(ErrorCode::usage, fmt::format("trial {} is not open", id));
    trials_.push_back({*open_, outcome, elapsed});
    open_.reset();
    return {};
}

Result<std::vector<StoredTrial>> MemoryStudyStore::trials(std::int64_t after,
                                                          std::size_t at_most) const {
    std::vector<StoredTrial> page;
    for (const auto& trial : trials_) {
        if (page.size() == at_most) break;
        if (trial.intention.id > after) page.push_back(trial);
    }
    return page;
}

Result<std::int64_t> MemoryStudyStore::count() const {
    return static_cast<std::int64_t>(trials_.size());
}

Result<std::optional<Intention>> MemoryStudyStore::unfinished() const { return open_; }

Result<void> MemoryStudyStore::keep(const std::string& name, const std::string& text) {
    if (!facts_.emplace(name, text).second)
        return fail(ErrorCode::usage, fmt::format("'{}' is already kept", name));
    return {};
}

Result<std::optional<std::string>> MemoryStudyStore::kept(const std::string& name) const {
    const auto found = facts_.find(name);
    if (found == facts_.end()) return std::nullopt;
    return found->second;
}

}  // namespace fstune::tuner
