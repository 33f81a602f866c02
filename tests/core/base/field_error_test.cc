#include "core/base/field_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "core/base/constants.h"
#include "core/base/interval.h"

namespace carom {
namespace {

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

TEST(FieldError, NamesPathValueAndRange) {
  const absl::Status status = InvalidField("noses[3].height_m", -0.1, "in (0, 1]");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "noses[3].height_m: -0.1 must be in (0, 1]");
}

TEST(FieldError, PrintsTheShortestDigitsThatReadBack) {
  EXPECT_EQ(FormatNumber(0.1), "0.1");
  EXPECT_EQ(FormatNumber(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(FormatNumber(1e300), "1e+300");
  EXPECT_EQ(FormatNumber(0.0), "0");
}

TEST(FieldError, PrintsWhatIsNoNumber) {
  EXPECT_EQ(FormatNumber(kNan), "nan");
  EXPECT_EQ(FormatNumber(-kNan), "nan");
  EXPECT_EQ(FormatNumber(kInfinity), "inf");
  EXPECT_EQ(FormatNumber(-kInfinity), "-inf");
}

TEST(FieldError, PrintsIntegersAndVectors) {
  EXPECT_EQ(MessageOf(InvalidField("limits.max_events", 0, "in [1, 10]")),
            "limits.max_events: 0 must be in [1, 10]");
  EXPECT_EQ(MessageOf(InvalidField("balls[0].position_m", Vec3(0.5, kNan, 0.0), "finite")),
            "balls[0].position_m: (0.5, nan, 0) must be finite");
}

TEST(FieldError, GrowsItsPathOutwards) {
  const absl::Status status = UnderPath("tables[0].", InvalidField("gap_m", 2.0, "in [0, 1]"));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "tables[0].gap_m: 2 must be in [0, 1]");
  EXPECT_TRUE(UnderPath("tables[0].", absl::OkStatus()).ok());
}

TEST(FieldError, ClipsLongMessages) {
  const std::string name(100'000, 'x');
  const absl::Status status = UnderPath("layouts[1].", InvalidField("name", name, "known"));
  EXPECT_EQ(status.message().size(), kMaxErrorBytes);
  EXPECT_THAT(MessageOf(status), ::testing::StartsWith("layouts[1].name: xxx"));
  EXPECT_THAT(MessageOf(status), ::testing::EndsWith("..."));
}

TEST(Interval, ContainsItsClosedEndsOnly) {
  constexpr Interval kClosed{0.0, 1.0};
  constexpr Interval kOpenLow{0.0, 1.0, Interval::Ends::kOpenLow};
  constexpr Interval kOpenHigh{0.0, 1.0, Interval::Ends::kOpenHigh};
  EXPECT_TRUE(kClosed.Contains(0.0) && kClosed.Contains(1.0));
  EXPECT_TRUE(!kOpenLow.Contains(0.0) && kOpenLow.Contains(1.0));
  EXPECT_TRUE(kOpenHigh.Contains(0.0) && !kOpenHigh.Contains(1.0));
  EXPECT_FALSE(kClosed.Contains(kNan) || kClosed.Contains(-1e-300) || kClosed.Contains(kInfinity));
  EXPECT_EQ(Describe(kClosed), "in [0, 1]");
  EXPECT_EQ(Describe(kOpenLow), "in (0, 1]");
  EXPECT_EQ(Describe(kOpenHigh), "in [0, 1)");
}

}  // namespace
}  // namespace carom
