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

}  // namespace
}  // namespace fstune::probes
