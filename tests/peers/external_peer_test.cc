#include "tests/bench/search/external_peer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace fstune::bench {
namespace {

using knowledge::Configuration;
using nlohmann::json;

search::Space space() {
    knowledge::Parameter size;
    size.name = size.field = "size";
    size.filesystem = "xfs";
    size.domain = knowledge::LevelsDomain{{10, 20, 30}};
    size.default_value = std::int64_t{10};
    knowledge::Parameter sums = size;
    sums.name = sums.field = "sums";
    sums.filesystem = "btrfs";
    sums.domain = knowledge::ChoiceDomain{{std::string("crc"), std::string("xxhash")}};
    sums.default_value = std::string("crc");
    return {{"btrfs", "xfs"}, {size, sums}};
}

// A peer of fixed lines that keeps what it hears.
class ExternalPeerTest : public testing::Test {
  protected:
    std::vector<std::string> peer(const std::vector<std::string>& lines) {
        std::ofstream script(folder_ + "/peer.sh");
        for (std::size_t i = 0; i < lines.size(); ++i) {
            script << "echo '" << lines[i] << "'\n";
            if (i + 1 < lines.size())
                script << "read -r line; echo \"$line\" >> " << folder_ << "/heard\n";
        }
        return {"/bin/sh", folder_ + "/peer.sh"};
    }
    std::vector<json> heard() const {
        std::ifstream file(folder_ + "/heard");
        std::vector<json> all;
        for (std::string line; std::getline(file, line);) all.push_back(json::parse(line));
        return all;
    }
    static knowledge::Trial trial(const Configuration& c, std::optional<double> value) {
        knowledge::Trial t;
        t.configuration = c;
        t.outcome = knowledge::Failure{};
        if (!value) return t;
        knowledge::Measurement measured;
        measured.value = *value;
        t.outcome = measured;
        return t;
    }
    void SetUp() override {
        std::string name = testing::TempDir() + "external_peer.XXXXXX";
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string folder_;
};

const std::string hello = R"({"peer": "fake 1"})";
const std::string big_xfs = R"({"ask": {"filesystem": 1, "size": 2}})";

TEST_F(ExternalPeerTest, AsksWhatThePeerAsksAndTellsItWhatCameOfIt) {
    const Configuration big{"xfs", {{"size", std::int64_t{30}}}};
    {
        ExternalPeer peer(this->peer({hello, big_xfs, R"({"ask": {"filesystem": 0, "sums": 1}})",
                                      R"({"done": true, "best": {"filesystem": 1, "size": 2}})"}),
                          space(), {.seed = 7, .budget = 2, .starting_points = {}},
                          Pick::best_mean);
        EXPECT_EQ(peer.ask()->configuration, big);
        peer.tell(trial(big, 50));
        const Configuration sums{"btrfs", {{"sums", std::string("xxhash")}}};
        EXPECT_EQ(peer.ask()->configuration, sums);
        peer.tell(trial(sums, std::nullopt));
        EXPECT_FALSE(peer.ask());
        EXPECT_THAT(peer.best(1), testing::ElementsAre(big));
    }
    const auto lines = heard();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_EQ(lines[0]["seed"], 7);
    EXPECT_EQ(lines[0]["budget"], 2);
    EXPECT_EQ(lines[0]["parameters"][0]["count"], 2);
    EXPECT_EQ(lines[0]["parameters"][1]["when"], 1);
    EXPECT_EQ(lines[0]["parameters"][1]["ordered"], true);
    EXPECT_EQ(lines[0]["parameters"][2]["ordered"], false);
    EXPECT_EQ(lines[1]["cost"], -50);
    EXPECT_TRUE(lines[2]["cost"].is_null());
}

TEST_F(ExternalPeerTest, ThePeersOwnBestGoesBeforeTheBestObservation) {
    ExternalPeer peer(
        this->peer(
            {hello, big_xfs,
             R"({"ask": {"filesystem": 1, "size": 1}, "best": {"filesystem": 1, "size": 0}})"}),
        space(), {}, Pick::best_observation);
    const auto big = peer.ask()->configuration;
    EXPECT_TRUE(peer.best(1).empty());
    peer.tell(trial(big, 50));
    EXPECT_THAT(peer.best(2), testing::ElementsAre(Configuration{"xfs", {}}, big));
}

TEST_F(ExternalPeerTest, APeerThatEndsOrFailsIsAnError) {
    ExternalPeer silent(this->peer({hello, big_xfs}), space(), {}, Pick::best_mean);
    EXPECT_THROW(silent.tell(trial(silent.ask()->configuration, 1)), std::runtime_error);
    EXPECT_THROW(
        ExternalPeer(this->peer({hello, R"({"error": "no"})"}), space(), {}, Pick::best_mean),
        std::runtime_error);
}

TEST_F(ExternalPeerTest, SaysWhyAPeerCannotBeRun) {
    EXPECT_FALSE(unavailable(peer({hello})));
    EXPECT_THAT(unavailable({"/bin/sh", "/nonexistent-peer"}),
                testing::Optional(testing::HasSubstr("nonexistent-peer")));
    EXPECT_TRUE(unavailable({"/nonexistent-interpreter", "x"}));
}

}  // namespace
}  // namespace fstune::bench
