#include "core/shot/drawn/drawn_shots.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/laws/ranges.h"
#include "core/shot/drawn/drawn_world.h"
#include "core/table/rack.h"
#include "core/table/shot.h"

namespace carom {
namespace {

// Finds the range of one row. A visitor.
class RangeFinder {
 public:
  explicit RangeFinder(std::string_view name) : name_(name) {}
  Interval range() const { return range_; }

  template <class Value>
  void operator()(const char* name, const Value& /*value*/, const Interval& range) {
    if (name_ == name) range_ = range;
  }
  template <class Value>
  void operator()(const char* /*name*/, const Value& /*value*/) {}
  template <class Struct>
  void Part(const char* /*name*/, const Struct& /*part*/) {}

 private:
  std::string_view name_;
  Interval range_;
};

template <class Struct>
Interval RowOf(std::string_view name) {
  RangeFinder finder(name);
  const Struct at_defaults{};
  Struct::Parameters(at_defaults, finder);
  return finder.range();
}

bool Draws(const DrawnShots& drawn, Quantity quantity) {
  const auto is_it = [quantity](const QuantityId& id) { return id.quantity == quantity; };
  return std::any_of(drawn.alone.begin(), drawn.alone.end(),
                     [&](const DrawnAlone& alone) { return is_it(alone.id); }) ||
         std::any_of(drawn.together.begin(), drawn.together.end(), [&](const DrawnTogether& t) {
           return std::any_of(t.quantities.begin(), t.quantities.end(), is_it);
         });
}

absl::Status Lacks(const char* field, const char* must_have) {
  return InvalidField(std::string("physics.") + field, std::string("drawn"), must_have);
}

// Columns without doubles, in order.
class Columns {
 public:
  void Add(const QuantityId& id) {
    if (std::find(columns_.begin(), columns_.end(), id) == columns_.end()) columns_.push_back(id);
  }
  // In order of their balls, those without a ball first.
  std::vector<QuantityId> Take() {
    const auto place = [](const QuantityId& id) {
      return 256 * (IsOfBall(id.quantity) ? id.ball + 1 : 0) + static_cast<int>(id.quantity);
    };
    std::sort(columns_.begin(), columns_.end(),
              [&](const QuantityId& a, const QuantityId& b) { return place(a) < place(b); });
    return std::move(columns_);
  }

 private:
  std::vector<QuantityId> columns_;
};

void AddColumnsOfShot(const DrawnShots& drawn, Columns& columns) {
  if (drawn.table_index) columns.Add({Quantity::kTableIndex});
  if (drawn.settings_index) columns.Add({Quantity::kSettingsIndex});
  if (drawn.layout_index) columns.Add({Quantity::kLayoutIndex});
  if (drawn.selection) columns.Add({Quantity::kBallCount});
  if (drawn.rack && drawn.rack->jitter_m) columns.Add({Quantity::kRackJitter});
  if (!drawn.strike || drawn.strike->aim == Aim::kAzimuth) return;
  columns.Add({Quantity::kAzimuth});
  columns.Add({Quantity::kAimBall});
  if (drawn.strike->aim == Aim::kPocket) columns.Add({Quantity::kAimPocket});
}

void AddColumnsOfBall(const DrawnShots& drawn, int ball, Columns& columns) {
  const DrawnPlace& place = drawn.places[static_cast<size_t>(ball)];
  if (place.dx_m) columns.Add({Quantity::kBallDx, ball});
  if (place.dy_m) columns.Add({Quantity::kBallDy, ball});
  if (drawn.rack || place.kind != DrawnPlace::Kind::kAsInLayout) {
    columns.Add({Quantity::kBallX, ball});
    columns.Add({Quantity::kBallY, ball});
  }
  if (!drawn.selection) return;
  const uint32_t among = drawn.selection->among;
  if (among == 0 || (among >> ball & 1u) != 0) columns.Add({Quantity::kBallInPlay, ball});
}

}  // namespace

bool DrawnShots::DrawsPlaces() const {
  return std::any_of(places.begin(), places.end(), [](const DrawnPlace& place) {
    return place.kind != DrawnPlace::Kind::kAsInLayout;
  });
}

bool DrawnTogether::Displaces() const {
  return std::any_of(quantities.begin(), quantities.end(),
                     [](const QuantityId& id) { return IsDisplacement(id.quantity); });
}

bool IsDisplacement(Quantity quantity) {
  return quantity == Quantity::kBallDx || quantity == Quantity::kBallDy;
}

bool IsOfWorld(Quantity quantity) {
  const bool of_all = quantity >= Quantity::kGravity && quantity <= Quantity::kRadius;
  return of_all || quantity == Quantity::kBallMass || quantity == Quantity::kBallRadius;
}

Interval RangeOf(Quantity quantity) {
  constexpr double kFarthest_m = 100.0;  // Point2 on the wire
  switch (quantity) {
    case Quantity::kSpeed:
    case Quantity::kAzimuth:
    case Quantity::kElevation:
    case Quantity::kSideOffset:
    case Quantity::kHeightOffset:
      return RowOf<CueStrike>(NameOf({quantity}));
    case Quantity::kAimError:
      return RowOf<CueStrike>("azimuth_rad");
    case Quantity::kHitOffset:
      return {-1.0, 1.0};
    case Quantity::kGravity:
      return RowOf<Environment>("gravity_m_s2");
    case Quantity::kSlidingFriction:
    case Quantity::kRollingFriction:
    case Quantity::kSpinningFriction:
      return RowOf<Cloth>(NameOf({quantity}));
    case Quantity::kBallRestitution:
    case Quantity::kCushionRestitution:
      return kRestitutionRange;
    case Quantity::kBallFriction:
    case Quantity::kCushionFriction:
      return kFrictionRange;
    case Quantity::kNoseHeight:
      return RowOf<Nose>("height_m");
    case Quantity::kMass:
    case Quantity::kBallMass:
      return RowOf<BallSpec>("mass_kg");
    case Quantity::kRadius:
    case Quantity::kBallRadius:
      return RowOf<BallSpec>("radius_m");
    case Quantity::kRackJitter:
      return {0.0, 0.5 * RowOf<RackOptions>("gap_m").high};
    case Quantity::kBallDx:
    case Quantity::kBallDy:
      return {-2.0 * kFarthest_m, 2.0 * kFarthest_m};
    default:
      return kNumberRange;
  }
}

absl::Status CheckDrawnLaws(const DrawnShots& drawn, const Settings& settings) {
  const auto lacks = [&](Quantity quantity, bool has) { return !has && Draws(drawn, quantity); };
  const LawSet& laws = settings.laws;
  const bool by_laws = settings.engine != Engine::kCompliant;
  if (lacks(Quantity::kBallRestitution, by_laws && HasRestitution(laws.ball_ball))) {
    return Lacks("ball_restitution", "of a law of two balls with a restitution");
  }
  if (lacks(Quantity::kBallFriction, by_laws && HasFriction(laws.ball_ball))) {
    return Lacks("ball_friction", "of a law of two balls with friction");
  }
  if (lacks(Quantity::kCushionRestitution, by_laws && HasRestitution(laws.cushion))) {
    return Lacks("cushion_restitution", "of a cushion law with a restitution");
  }
  if (lacks(Quantity::kCushionFriction, by_laws && HasFriction(laws.cushion))) {
    return Lacks("cushion_friction", "of a cushion law with friction");
  }
  return absl::OkStatus();
}

std::vector<QuantityId> ColumnsOf(const DrawnShots& drawn, int most_balls) {
  Columns columns;
  AddColumnsOfShot(drawn, columns);
  for (const DrawnAlone& alone : drawn.alone) columns.Add(alone.id);
  for (const DrawnTogether& together : drawn.together) {
    for (const QuantityId& id : together.quantities) columns.Add(id);
  }
  for (int ball = 0; ball < most_balls; ++ball) AddColumnsOfBall(drawn, ball, columns);
  return columns.Take();
}

}  // namespace carom
