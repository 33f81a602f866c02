#include "client/cli/request_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "carom/v1/simulation.pb.h"

namespace carom {
namespace {

using ::testing::HasSubstr;

class RequestFileTest : public ::testing::Test {
 protected:
  ~RequestFileTest() override { std::filesystem::remove(path_); }

  // What the file is refused for.
  std::string ErrorOf(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    carom::v1::SimulateRequest request;
    return std::string(ReadRequest(path_, nothing_, &request).message());
  }

  const std::string path_ = ::testing::TempDir() + "/x" + std::to_string(getpid()) + ".pb";
  std::istringstream nothing_;
};

TEST_F(RequestFileTest, ReadsStandardInputAndNamesItsSource) {
  carom::v1::SimulateRequest request;
  std::istringstream good(R"({"shots": [{}]})");
  EXPECT_TRUE(ReadRequest("-", good, &request).ok());
  EXPECT_EQ(request.shots().shots_size(), 1);
  std::istringstream bad("{");
  EXPECT_THAT(std::string(ReadRequest("-", bad, &request).message()),
              HasSubstr("standard input: not JSON"));
  EXPECT_THAT(std::string(ReadRequest("/nonexistent", bad, &request).message()),
              HasSubstr("/nonexistent: cannot be read"));
}

TEST_F(RequestFileTest, ReadsTheBinaryFormByTheNamesEnding) {
  carom::v1::SimulateRequest written;
  written.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(0.1);
  std::ofstream(path_, std::ios::binary) << written.SerializeAsString();
  carom::v1::SimulateRequest read;
  ASSERT_TRUE(ReadRequest(path_, nothing_, &read).ok());
  EXPECT_EQ(read.SerializeAsString(), written.SerializeAsString());
}

TEST_F(RequestFileTest, RefusesWhatIsNoRequest) {
  EXPECT_EQ(ErrorOf(""), path_ + ": empty; expected a SimulateRequest in binary form");
  EXPECT_EQ(ErrorOf("{\"shots\": []}"), path_ + ": not the binary form of a SimulateRequest");
  carom::v1::SimulateRequest written;
  written.mutable_shots()->add_shots()->mutable_strike()->set_speed_m_s(0.1);
  const std::string bytes = written.SerializeAsString();
  EXPECT_EQ(ErrorOf(bytes.substr(0, bytes.size() - 1)),
            path_ + ": not the binary form of a SimulateRequest");
}

// A field that only a later version has changes the shot: to drop it would be to lie.
TEST_F(RequestFileTest, RefusesFieldsThatItDoesNotKnow) {
  carom::v1::SimulateRequest written;
  carom::v1::CueStrike* const strike = written.mutable_shots()->add_shots()->mutable_strike();
  strike->GetReflection()->MutableUnknownFields(strike)->AddVarint(1000, 1);
  EXPECT_EQ(ErrorOf(written.SerializeAsString()),
            path_ + ": has fields that a SimulateRequest of this version does not have");
}

}  // namespace
}  // namespace carom
