#include "core/draw/quantity.h"

#include <array>
#include <charconv>

#include "absl/strings/str_cat.h"
#include "core/base/demand.h"

namespace carom {
namespace {

// Of a ball: the name is "ball_N_" and this.
struct Row {
  Quantity quantity;
  const char* name;
  bool of_ball = false;
};

constexpr std::array kRows = {
    Row{Quantity::kSpeed, "speed_m_s"},
    Row{Quantity::kAzimuth, "azimuth_rad"},
    Row{Quantity::kElevation, "elevation_rad"},
    Row{Quantity::kSideOffset, "side_offset"},
    Row{Quantity::kHeightOffset, "height_offset"},
    Row{Quantity::kAimBall, "aim_ball"},
    Row{Quantity::kAimPocket, "aim_pocket"},
    Row{Quantity::kHitOffset, "hit_offset"},
    Row{Quantity::kAimError, "aim_error_rad"},
    Row{Quantity::kTableIndex, "table_index"},
    Row{Quantity::kSettingsIndex, "settings_index"},
    Row{Quantity::kLayoutIndex, "layout_index"},
    Row{Quantity::kBallCount, "ball_count"},
    Row{Quantity::kBallsInPlay, "balls_in_play"},
    Row{Quantity::kRackOrder, "rack_order"},
    Row{Quantity::kRackJitter, "rack_jitter_m"},
    Row{Quantity::kRackPlaces, "rack_places"},
    Row{Quantity::kGravity, "gravity_m_s2"},
    Row{Quantity::kSlidingFriction, "sliding_friction"},
    Row{Quantity::kRollingFriction, "rolling_friction"},
    Row{Quantity::kSpinningFriction, "spinning_friction"},
    Row{Quantity::kBallRestitution, "ball_restitution"},
    Row{Quantity::kBallFriction, "ball_friction"},
    Row{Quantity::kCushionRestitution, "cushion_restitution"},
    Row{Quantity::kCushionFriction, "cushion_friction"},
    Row{Quantity::kNoseHeight, "nose_height_m"},
    Row{Quantity::kMass, "mass_kg"},
    Row{Quantity::kRadius, "radius_m"},
    Row{Quantity::kBallX, "x_m", true},
    Row{Quantity::kBallY, "y_m", true},
    Row{Quantity::kBallDx, "dx_m", true},
    Row{Quantity::kBallDy, "dy_m", true},
    Row{Quantity::kBallMass, "mass_kg", true},
    Row{Quantity::kBallRadius, "radius_m", true},
};

const Row& RowOf(Quantity quantity) {
  for (const Row& row : kRows) {
    if (row.quantity == quantity) return row;
  }
  CAROM_DEMAND(false, "a quantity without a name");
  return kRows.front();
}

// Takes "ball_3_" from the front of a name; the ball, or nothing.
std::optional<int> TakeBall(std::string_view& name) {
  constexpr std::string_view kBall = "ball_";
  constexpr size_t kMostDigits = 3;
  if (name.substr(0, kBall.size()) != kBall) return std::nullopt;
  const char* const digits = name.data() + kBall.size();
  const char* const end = name.data() + name.size();
  unsigned ball = 0;  // Takes no sign.
  const std::from_chars_result number = std::from_chars(digits, end, ball);
  const auto length = static_cast<size_t>(number.ptr - digits);
  if (number.ec != std::errc() || length > kMostDigits) return std::nullopt;
  if (length > 1 && *digits == '0') return std::nullopt;  // One name a ball.
  if (number.ptr == end || *number.ptr != '_') return std::nullopt;
  name.remove_prefix(kBall.size() + length + 1);
  return static_cast<int>(ball);
}

}  // namespace

bool IsOfBall(Quantity quantity) { return RowOf(quantity).of_ball; }

std::string NameOf(const QuantityId& quantity) {
  const Row& row = RowOf(quantity.quantity);
  return row.of_ball ? absl::StrCat("ball_", quantity.ball, "_", row.name) : row.name;
}

std::optional<QuantityId> FindQuantity(std::string_view name) {
  const std::optional<int> ball = TakeBall(name);
  for (const Row& row : kRows) {
    if (row.of_ball == ball.has_value() && row.name == name) {
      return QuantityId{row.quantity, ball.value_or(0)};
    }
  }
  return std::nullopt;
}

}  // namespace carom
