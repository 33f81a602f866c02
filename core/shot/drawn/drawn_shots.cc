#include "core/shot/drawn/drawn_shots.h"

#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/laws/ranges.h"
#include "core/solid/plane_geometry.h"
#include "core/table/rack.h"
#include "core/table/validate.h"

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

namespace {

// A law of two balls has a choice of frictions, that of a cushion a coefficient.
void SetFriction(double value, BallBallFriction& friction) { friction = ConstantFriction{value}; }
void SetFriction(double value, double& friction) { friction = value; }

template <class Law>
void TakeLaw(const double* restitution, const double* friction, Law& law) {
  if constexpr (requires { law.restitution; }) {
    if (restitution != nullptr) law.restitution = *restitution;
  }
  if constexpr (requires { law.friction; }) {
    if (friction != nullptr) SetFriction(*friction, law.friction);
  }
}

void Take(const double* value, double& parameter) {
  if (value != nullptr) parameter = *value;
}

using Kind = DrawnPlace::Kind;

uint32_t Bit(size_t ball) { return uint32_t{1} << ball; }

absl::Status NoPlace(size_t ball, const DrawnPlace& place, const char* field, int tries) {
  return UnusableField(FieldPath("balls", place.entry) / field,
                       absl::StrCat("none of ", tries, " places of ball ", ball, " is clear"));
}

struct Bounds {
  Vec2 lo = Vec2::Zero();
  Vec2 hi = Vec2::Zero();
};

Bounds BoundsOf(const Region& region, const Table& table) {
  if (region.corners_m.empty()) {
    const Vec2 half(0.5 * table.length_m, 0.5 * table.width_m);
    return {-half, half};
  }
  Bounds bounds{region.corners_m.front(), region.corners_m.front()};
  for (const Vec2& corner : region.corners_m) {
    bounds.lo = bounds.lo.cwiseMin(corner);
    bounds.hi = bounds.hi.cwiseMax(corner);
  }
  return bounds;
}

}  // namespace

JointDraws::JointDraws(const DrawnTogether& together, uint64_t seed, uint64_t number)
    : together_(together),
      random_(DrawKey{seed, number, {Quantity::kCovariance, together.number}}.Stream()) {}

bool JointDraws::Next() {
  const std::span<double> drawn(numbers_.data(), together_.quantities.size());
  together_.joint.Draw(random_, drawn);
  for (size_t i = 0; i < drawn.size(); ++i) {
    if (!RangeOf(together_.quantities[i].quantity).Contains(drawn[i])) return false;
  }
  return true;
}

void JointDraws::PutInto(DrawnValues& values) const {
  for (size_t i = 0; i < together_.quantities.size(); ++i) {
    values.Set(together_.quantities[i], numbers_[i]);
  }
}

void TakeDrawn(const DrawnValues& values, Settings& settings) {
  Environment& environment = settings.environment;
  Take(values.Find({Quantity::kGravity}), environment.gravity_m_s2);
  Take(values.Find({Quantity::kSlidingFriction}), environment.cloth.sliding_friction);
  Take(values.Find({Quantity::kRollingFriction}), environment.cloth.rolling_friction);
  Take(values.Find({Quantity::kSpinningFriction}), environment.cloth.spinning_friction);
  const auto take_law = [&](Quantity restitution, Quantity friction, auto& law) {
    const double* const e = values.Find({restitution});
    const double* const mu = values.Find({friction});
    std::visit([&](auto& chosen) { TakeLaw(e, mu, chosen); }, law);
  };
  take_law(Quantity::kBallRestitution, Quantity::kBallFriction, settings.laws.ball_ball);
  take_law(Quantity::kCushionRestitution, Quantity::kCushionFriction, settings.laws.cushion);
}

void TakeDrawn(const DrawnValues& values, Table& table) {
  const double* const height_m = values.Find({Quantity::kNoseHeight});
  if (height_m == nullptr) return;
  for (Nose& nose : table.noses) {
    nose.start_height_m = *height_m;
    nose.rise_m = 0.0;
  }
  for (Jaw& jaw : table.jaws) jaw.height_m = *height_m;
}

void TakeDrawn(const DrawnValues& values, std::vector<BallSpec>& balls) {
  for (size_t i = 0; i < balls.size(); ++i) {
    const int ball = static_cast<int>(i);
    Take(values.Find({Quantity::kMass}), balls[i].mass_kg);
    Take(values.Find({Quantity::kRadius}), balls[i].radius_m);
    Take(values.Find({Quantity::kBallMass, ball}), balls[i].mass_kg);
    Take(values.Find({Quantity::kBallRadius, ball}), balls[i].radius_m);
  }
}

PlaceSearch::PlaceSearch(const DrawnShots& drawn, const Scene& scene, uint64_t seed,
                         uint64_t number, DrawnValues& values, std::vector<BallState>& start)
    : drawn_(drawn), scene_(scene), seed_(seed), number_(number), values_(values), start_(start) {}

bool PlaceSearch::Moves(size_t ball) const {
  return InPlay(start_[ball].motion) && drawn_.places[ball].kind != Kind::kAsInLayout;
}

bool PlaceSearch::IsInTogether(size_t ball) const {
  const int index = static_cast<int>(ball);
  for (const DrawnTogether& together : drawn_.together) {
    for (const QuantityId& id : together.quantities) {
      if (IsDisplacement(id.quantity) && id.ball == index) return true;
    }
  }
  return false;
}

DrawKey PlaceSearch::Key(Quantity quantity, size_t ball) const {
  return {seed_, number_, {quantity, static_cast<int>(ball)}};
}

absl::Status PlaceSearch::Run() {
  for (size_t ball = 0; ball < start_.size(); ++ball) {
    if (InPlay(start_[ball].motion) && !Moves(ball)) settled_ |= Bit(ball);
  }
  absl::Status status;
  for (const DrawnTogether& together : drawn_.together) {
    if (status.ok()) status = DisplaceTogether(together);
  }
  for (size_t ball = 0; ball < start_.size() && status.ok(); ++ball) {
    const bool alone = drawn_.places[ball].kind == Kind::kDisplaced && !IsInTogether(ball);
    if (alone && Moves(ball)) status = Displace(ball);
  }
  for (size_t ball = 0; ball < start_.size() && status.ok(); ++ball) {
    if (drawn_.places[ball].kind == Kind::kInRegion && Moves(ball)) status = PutIntoRegion(ball);
  }
  return status;
}

absl::Status PlaceSearch::DisplaceTogether(const DrawnTogether& together) {
  if (!together.Displaces()) return absl::OkStatus();
  uint32_t balls = 0;  // Those displaced.
  for (const QuantityId& id : together.quantities) {
    if (!IsDisplacement(id.quantity)) continue;
    const auto ball = static_cast<size_t>(id.ball);
    if (ball < start_.size() && Moves(ball)) balls |= Bit(ball);
  }
  std::array<Vec2, kMaxBalls> before;
  for (size_t ball = 0; ball < start_.size(); ++ball)
    before[ball] = start_[ball].position.head<2>();
  JointDraws draws(together, seed_, number_);
  for (int i = 0; i < kMostTries; ++i) {
    bool good = draws.Next();
    draws.PutInto(values_);
    const uint32_t settled = settled_;
    for (size_t ball = 0; ball < start_.size(); ++ball) {
      if ((balls & Bit(ball)) == 0) continue;
      const int index = static_cast<int>(ball);
      const Vec2 moved_m(values_.ValueOr({Quantity::kBallDx, index}, 0.0),
                         values_.ValueOr({Quantity::kBallDy, index}, 0.0));
      good = TryPlace(ball, before[ball] + moved_m) && good;
    }
    if (good) return absl::OkStatus();
    settled_ = settled;
  }
  return UnusableField({"covariances", together.number},
                       absl::StrCat("none of ", kMostTries, " draws is in range and clear"));
}

absl::Status PlaceSearch::Displace(size_t ball) {
  const DrawnPlace& place = drawn_.places[ball];
  const Vec2 before_m = start_[ball].position.head<2>();
  const DrawKey x_key = Key(Quantity::kBallDx, ball);
  const DrawKey y_key = Key(Quantity::kBallDy, ball);
  CounterRandom x_random = x_key.Stream();
  CounterRandom y_random = y_key.Stream();
  for (int i = 0; i < kMostTries; ++i) {
    const Vec2 moved_m(place.dx_m ? Draw(*place.dx_m, x_random) : 0.0,
                       place.dy_m ? Draw(*place.dy_m, y_random) : 0.0);
    values_.Set(x_key.quantity, moved_m.x());
    values_.Set(y_key.quantity, moved_m.y());
    if (TryPlace(ball, before_m + moved_m)) return absl::OkStatus();
  }
  return NoPlace(ball, place, "displacement", kMostTries);
}

absl::Status PlaceSearch::PutIntoRegion(size_t ball) {
  const DrawnPlace& place = drawn_.places[ball];
  const Region& region = drawn_.regions[static_cast<size_t>(place.region)];
  const Bounds bounds = BoundsOf(region, scene_.table());
  CounterRandom x_random = Key(Quantity::kBallX, ball).Stream();
  CounterRandom y_random = Key(Quantity::kBallY, ball).Stream();
  for (int i = 0; i < kMostPlaces; ++i) {
    const Vec2 centre_m(x_random.Uniform(bounds.lo.x(), bounds.hi.x()),
                        y_random.Uniform(bounds.lo.y(), bounds.hi.y()));
    if (!region.is_box && !InsidePolygon(centre_m, region.corners_m)) continue;
    if (TryPlace(ball, centre_m)) return absl::OkStatus();
  }
  region_is_full_ = true;
  return NoPlace(ball, place, "region", kMostPlaces);
}

bool PlaceSearch::TryPlace(size_t ball, const Vec2& place_m) {
  BallState& state = start_[ball];
  state = BallState();
  state.position = Vec3(place_m.x(), place_m.y(), scene_.balls()[ball].radius_m);
  values_.Set({Quantity::kBallX, static_cast<int>(ball)}, place_m.x());
  values_.Set({Quantity::kBallY, static_cast<int>(ball)}, place_m.y());
  if (!kCoordinateRange.Contains(place_m.x()) || !kCoordinateRange.Contains(place_m.y()))
    return false;
  const bool region = drawn_.places[ball].kind == Kind::kInRegion;
  const bool separates = scene_.settings().environment.overlap == OverlapPolicy::kSeparate;
  if ((region || !separates) && !IsClear(ball)) return false;
  settled_ |= Bit(ball);
  return true;
}

bool PlaceSearch::IsClear(size_t ball) const {
  const std::vector<BallSpec>& balls = scene_.balls();
  for (size_t other = 0; other < start_.size(); ++other) {
    if (other == ball || (settled_ & Bit(other)) == 0) continue;
    const double touching_m = balls[ball].radius_m + balls[other].radius_m;
    const Vec3 apart_m = start_[ball].position - start_[other].position;
    if (apart_m.squaredNorm() < touching_m * touching_m) return false;
  }
  const World& world = scene_.world();
  return CheckBall(start_[ball], *world.table, world.solids.ForBall(static_cast<int>(ball)),
                   world.settings->environment)
      .ok();
}

}  // namespace carom
