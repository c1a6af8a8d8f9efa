#include "tuner/study/remembered.h"

#include <gtest/gtest.h>

#include "tuner/store/memory_study_store.h"

namespace fstune::tuner {
namespace {

class Remembered : public testing::Test {
  protected:
    Figure ask(Figure answer) {
        return remembered(store_, "ceiling", [&] {
            ++asked_;
            return answer;
        });
    }
    MemoryStudyStore store_;
    int asked_ = 0;
};

TEST_F(Remembered, AFigureIsFoundOutOnce) {
    EXPECT_EQ(ask(1.0 / 3).value(), 1.0 / 3);
    EXPECT_EQ(ask(7).value(), 1.0 / 3);
    EXPECT_EQ(asked_, 1);
}

TEST_F(Remembered, ThatThereIsNoneToo) {
    EXPECT_EQ(ask(std::nullopt).value(), std::nullopt);
    EXPECT_EQ(ask(7).value(), std::nullopt);
}

TEST_F(Remembered, NotWhenItCouldNotBeFoundOut) {
    EXPECT_FALSE(ask(fail(ErrorCode::interrupted, "interrupted")));
    EXPECT_EQ(ask(7).value(), 7);
}

TEST_F(Remembered, WhatFstuneDidNotWriteIsAnError) {
    for (const auto* text : {"many", "1.5x", "1e400", "inf", "nan", " 3"}) {
        ASSERT_TRUE(store_.keep(text, text));
        const auto read = remembered(store_, text, [&]() -> Figure {
            ++asked_;
            return 7;
        });
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, ErrorCode::bad_input);
        EXPECT_NE(read.error().message.find(text), std::string::npos);
    }
    EXPECT_EQ(asked_, 0);
}

}  // namespace
}  // namespace fstune::tuner
