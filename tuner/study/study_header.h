// What a study is about, as its store keeps it, and what has to be the same when it goes on.
//
// Threads: safe.
#pragma once

#include <string>
#include <vector>

#include "knowledge/device_facts.h"
#include "search/space.h"
#include "tuner/store/study_store.h"

namespace fstune::tuner {

std::map<std::string, std::string> identity_of(const knowledge::DeviceFacts& device,
                                               const knowledge::MachineFacts& machine,
                                               const search::Space& space, const std::string& goal,
                                               const std::string& version, bool scratch);

// Errors: refused, naming each thing that differs with both values.
Result<void> same_study(const StudyHeader& kept, const StudyHeader& now);

// Whether a study of a device, not of a scratch file, was of this one.
// Errors: refused, with what each of the two is.
Result<void> same_device(const StudyHeader& kept, const knowledge::DeviceFacts& device);

}  // namespace fstune::tuner
