// Reads a file below tests/data.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace fstune {

inline std::string data_file(const std::string& name) {
    std::ifstream in(std::string(FSTUNE_TEST_DATA) + "/" + name, std::ios::binary);
    EXPECT_TRUE(in) << name;
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace fstune
