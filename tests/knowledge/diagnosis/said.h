// Short questions about what a diagnosis says, for its tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "knowledge/diagnosis/diagnose.h"
#include "tests/data_file.h"

namespace fstune::knowledge::diagnosis {

inline Diagnosis of_text(const std::string& text, const Context& context = {}) {
    return diagnose({{"input", text}}, context).front();
}

inline Diagnosis of_case(const std::string& file, const Context& context = {}) {
    return of_text(data_file("cases/" + file), context);
}

inline Context on_kernel(const std::string& version) {
    Context context;
    context.kernel = version_of(version);
    return context;
}

inline Context of_filesystem(const std::string& name) {
    Context context;
    context.filesystem = name;
    return context;
}

// A finding without a code where there is none, so that a test fails and does not crash.
inline Finding find(const Diagnosis& diagnosis, std::string_view code,
                    std::string_view subject = "") {
    for (const auto& one : diagnosis.findings)
        if (one.code == code && (subject.empty() || one.subject == subject)) return one;
    return {};
}

inline bool says(const Diagnosis& diagnosis, std::string_view code, std::string_view subject = "") {
    return !find(diagnosis, code, subject).code.empty();
}

template <typename Value>
Value value(const Finding& one, const std::string& name) {
    const auto at = one.values.find(name);
    const auto* value = at == one.values.end() ? nullptr : std::get_if<Value>(&at->second);
    EXPECT_NE(value, nullptr) << one.code << " has no such value: " << name;
    return value == nullptr ? Value{} : *value;
}

inline std::int64_t number(const Finding& one, const std::string& name) {
    return value<std::int64_t>(one, name);
}

inline double real(const Finding& one, const std::string& name) { return value<double>(one, name); }

// Worse than information: what a clean input must not bring.
inline std::vector<std::string> complaints(const Diagnosis& diagnosis) {
    std::vector<std::string> codes;
    EXPECT_TRUE(diagnosis.recognised());
    for (const auto& one : diagnosis.findings)
        if (one.severity != Severity::info) codes.push_back(one.code);
    return codes;
}

inline void expect_stripe(const Diagnosis& diagnosis, std::string_view subject, int disks,
                          int stride, int width) {
    const auto one = find(diagnosis, "geometry", subject);
    ASSERT_FALSE(one.code.empty()) << subject;
    EXPECT_EQ(number(one, "data_disks"), disks);
    EXPECT_EQ(number(one, "sw"), disks);
    EXPECT_EQ(number(one, "stride"), stride);
    EXPECT_EQ(number(one, "su_bytes"), stride * 4096);
    EXPECT_EQ(number(one, "stripe_width"), width);
}

}  // namespace fstune::knowledge::diagnosis
