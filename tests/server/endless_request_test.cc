// A file of a request without end.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "carom/v1/simulation.pb.h"
#include "client/cli/request_file.h"

namespace carom {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr size_t kMostRequestBytes = 16 << 20;
constexpr char kTooMuch[] = "has more than 16777216 bytes";

// What standard input with so many blanks is refused for.
std::string ErrorOfBlanks(size_t bytes) {
  std::istringstream in(std::string(bytes, ' '));
  v1::SimulateRequest request;
  return std::string(ReadRequest("-", in, &request).message());
}

TEST(EndlessRequest, MoreThanAMessageIsRefused) {
  EXPECT_THAT(ErrorOfBlanks(kMostRequestBytes), Not(HasSubstr(kTooMuch)));
  EXPECT_EQ(ErrorOfBlanks(kMostRequestBytes + 1), std::string("standard input: ") + kTooMuch);
}

TEST(EndlessRequest, ADeviceIsRefused) {
  std::istringstream nothing;
  v1::SimulateRequest request;
  EXPECT_EQ(ReadRequest("/dev/zero", nothing, &request),
            absl::InvalidArgumentError(std::string("/dev/zero: ") + kTooMuch));
}

}  // namespace
}  // namespace carom
