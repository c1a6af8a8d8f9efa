#include "probes/workloads/data_source.h"

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>

namespace fstune::probes {
namespace {

// Pieces of eight bytes that have been seen before: what a compressor could leave out at best.
double repeated_share(const std::string& data) {
    std::set<std::string> seen;
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < data.size(); i += 8)
        repeated += seen.insert(data.substr(i, 8)).second ? 0 : 8;
    return static_cast<double>(repeated) / static_cast<double>(data.size());
}

std::string written(double compressible, std::size_t block, std::size_t total) {
    DataSource source(compressible, 3, block);
    std::string data;
    while (data.size() < total) data.append(source.next(block), block);
    return data;
}

TEST(DataSource, CompressesAsAskedOverAsMuchAsAFilesystemCompressesAtOnce) {
    constexpr std::size_t btrfs_piece = 128 * 1024;
    for (const std::size_t block : {4096, 8192, 65536, 131072})
        for (const double compressible : {0.0, 0.5, 0.75})
            EXPECT_NEAR(repeated_share(written(compressible, block, btrfs_piece)), compressible,
                        0.01)
                << block;
}

TEST(DataSource, HasNoZeroBlocksAndNoTwoAlike) {
    const auto data = written(0.9, 4096, 4 << 20);
    std::set<std::string> blocks;
    for (std::size_t i = 0; i < data.size(); i += 4096) blocks.insert(data.substr(i, 4096));
    EXPECT_EQ(blocks.size(), (4u << 20) / 4096);
    EXPECT_FALSE(blocks.contains(std::string(4096, '\0')));
}

TEST(DataPool, KeepsWhatIsOutAndCompressesAsAskedInAnyOrder) {
    constexpr std::size_t block = 4096, at_once = 32;
    DataPool pool(0.5, 3, block, at_once);
    std::deque<char*> out;
    std::string data;
    for (int i = 0; i < 32; ++i) {
        out.push_back(pool.take());
        data.append(out.back(), block);
    }
    std::string kept(out.front(), block);
    for (int i = 0; i < 500; ++i) {
        pool.give_back(out.back());
        out.back() = pool.take();
    }
    EXPECT_EQ(std::string(out.front(), block), kept);
    EXPECT_NEAR(repeated_share(data), 0.5, 0.01);
}

TEST(DataSource, IsTheSameForASeed) {
    EXPECT_EQ(written(0.5, 4096, 1 << 20), written(0.5, 4096, 1 << 20));
}

}  // namespace
}  // namespace fstune::probes
