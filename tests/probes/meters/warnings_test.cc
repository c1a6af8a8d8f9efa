#include "probes/meters/warnings.h"

#include <gtest/gtest.h>

#include <set>

namespace fstune::probes {
namespace {

TEST(Warnings, EachHasATitleOfItsOwnAndSaysWhatToDoNext) {
    std::set<std::string> titles;
    for (const auto warning : all_warnings()) {
        titles.insert(title(warning));
        const auto whole = text(warning, "what was seen");
        EXPECT_TRUE(is(warning, whole));
        EXPECT_GT(whole.size(), title(warning).size() + 35) << whole;
        for (const auto other : all_warnings()) EXPECT_EQ(is(other, whole), other == warning);
    }
    EXPECT_EQ(titles.size(), all_warnings().size());
}

TEST(Warnings, AreTakenApartIntoCodeMessageAndAdvice) {
    for (const auto warning : all_warnings()) {
        const auto apart = parts(text(warning, "3 of 4; as it seems"));
        ASSERT_TRUE(apart);
        EXPECT_EQ(apart->code, code(warning));
        EXPECT_EQ(apart->code.find(' '), std::string::npos);
        EXPECT_EQ(apart->message, title(warning) + ": 3 of 4; as it seems");
        EXPECT_EQ(apart->message + "; " + apart->advice, text(warning, "3 of 4; as it seems"));
    }
    EXPECT_FALSE(parts("something else: 3; do that"));
    EXPECT_FALSE(parts(title(Warning::cached_result) + ": cut off"));
}

}  // namespace
}  // namespace fstune::probes
