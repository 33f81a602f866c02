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
  const absl::Status status = UnderPath("tables", 0, InvalidField("gap_m", 2.0, "in [0, 1]"));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(MessageOf(status), "tables[0].gap_m: 2 must be in [0, 1]");
  EXPECT_TRUE(UnderPath("tables", absl::OkStatus()).ok());
}

// The one place where a sentence is made of an error.
TEST(FieldError, MakesItsTextOfItsParts) {
  const auto text = [](FieldError error) {
    const std::string made = error.Text();
    EXPECT_EQ(MessageOf(ToStatus(std::move(error))), made);
    return made;
  };
  EXPECT_EQ(text({"gap_m", "", "2", "in [0, 1]"}), "gap_m: 2 must be in [0, 1]");
  EXPECT_EQ(text({"tables", "", "", "empty"}), "tables: must be empty");
  EXPECT_EQ(text({"tables[0].preset", "noses[3].height_m", "2", "below 1"}),
            "tables[0].preset: noses[3].height_m: 2 must be below 1");
  EXPECT_EQ(text({"strike", "", "none of 1000 balls is in play", ""}),
            "strike: none of 1000 balls is in play");
}

TEST(FieldError, TravelsWithItsStatus) {
  const FieldError sent{FieldPath("layouts", 2) / "ball_set", "of \"2\"", "\"pol\"", "known"};
  const absl::Status status = ToStatus(sent, absl::StatusCode::kNotFound);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  const std::optional<FieldError> got = FieldErrorOf(status);
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->path, sent.path);
  EXPECT_EQ(got->about, sent.about);
  EXPECT_EQ(got->value, sent.value);
  EXPECT_EQ(got->must, sent.must);
  EXPECT_FALSE(FieldErrorOf(absl::InternalError("gap_m: 2 must be in [0, 1]")).has_value());
  EXPECT_FALSE(FieldErrorOf(absl::OkStatus()).has_value());
}

// Whatever the bytes of a payload are, at worst they say less.
TEST(FieldError, ReadsDamagedPayloads) {
  const absl::Status whole = InvalidField("balls[1].mass_kg", 0.0, "in [1e-06, 1000]");
  const std::string bytes(*whole.GetPayload(kFieldErrorType));
  for (size_t size = 0; size <= bytes.size(); ++size) {
    for (int flip = 0; flip < 256; ++flip) {
      std::string damaged = bytes.substr(0, size);
      if (size > 0) damaged[size - 1] = static_cast<char>(flip);
      absl::Status status = absl::InvalidArgumentError("");
      status.SetPayload(kFieldErrorType, absl::Cord(damaged));
      EXPECT_TRUE(FieldErrorOf(status).has_value());
    }
  }
}

TEST(FieldError, StandsForWhatTheCallerDidNotGive) {
  const absl::Status inner = InvalidField("noses[3].height_m", 2.0, "below 1");
  const std::optional<FieldError> error = FieldErrorOf(BlameField("tables[0].preset", inner));
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->path, FieldPath("tables[0].preset"));
  EXPECT_EQ(error->about, "noses[3].height_m");
}

TEST(FieldPath, IsItsTextAndItsSteps) {
  const FieldPath path("layouts[0].balls[12].ball.radius_m");
  ASSERT_EQ(path.size(), 4u);
  EXPECT_EQ(path[1], (PathElement{"balls", 12}));
  EXPECT_EQ(path[3], (PathElement{"radius_m"}));
  EXPECT_EQ(path, FieldPath("layouts", 0) / FieldPath("balls", 12) / "ball.radius_m");
  EXPECT_EQ(path.Below(2).Text(), "ball.radius_m");
  EXPECT_TRUE(path.Below(4).empty() && path.Below(9).empty());
  for (const char* text : {"", "a", "a[0].b[3]", "a[", "a]", "a[]", "a[x].b", "[1]", "a[01]"}) {
    EXPECT_EQ(FieldPath(text).Text(), std::string(text) == "a[01]" ? "a[1]" : text);
  }
}

TEST(FieldError, ClipsWhatIsLong) {
  const std::string name(100'000, 'x');
  const absl::Status status = UnderPath("layouts", 1, InvalidField("name", name, "known"));
  EXPECT_EQ(FieldErrorOf(status)->value.size(), kMaxErrorPartBytes);
  EXPECT_THAT(MessageOf(status), ::testing::StartsWith("layouts[1].name: xxx"));
  EXPECT_THAT(MessageOf(status), ::testing::EndsWith("... must be known"));
  EXPECT_EQ(Clip("\u00e4\u00e4\u00e4", 5), "\u00e4...");
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
