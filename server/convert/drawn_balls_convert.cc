#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/table/rack.h"
#include "core/table/validate_polygon.h"
#include "server/convert/distribution_convert.h"
#include "server/convert/drawn_draft.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

using Kind = DrawnPlace::Kind;

constexpr int kMostEntries = 32;   // Of DrawnShots.balls and covariances.
constexpr int kMostCorners = 256;  // As of outlines.

absl::Status CheckCorner(const char* path, const v1::Point2& corner) {
  constexpr Interval kCoordinate{-100.0, 100.0};  // m, as of any Point2
  if (!kCoordinate.Contains(corner.x_m())) {
    return InvalidField(absl::StrCat(path, ".x_m"), corner.x_m(), Describe(kCoordinate));
  }
  if (kCoordinate.Contains(corner.y_m())) return absl::OkStatus();
  return InvalidField(absl::StrCat(path, ".y_m"), corner.y_m(), Describe(kCoordinate));
}

absl::Status TakeRectangle(const v1::Rectangle& wire, Region& region) {
  if (absl::Status bad = CheckCorner("lo", wire.lo()); !bad.ok()) return bad;
  if (absl::Status bad = CheckCorner("hi", wire.hi()); !bad.ok()) return bad;
  const Vec2 lo(wire.lo().x_m(), wire.lo().y_m());
  const Vec2 hi(wire.hi().x_m(), wire.hi().y_m());
  if (!(lo.x() < hi.x())) return InvalidField("hi.x_m", hi.x(), "above lo.x_m");
  if (!(lo.y() < hi.y())) return InvalidField("hi.y_m", hi.y(), "above lo.y_m");
  region.corners_m = {lo, Vec2(hi.x(), lo.y()), hi, Vec2(lo.x(), hi.y())};
  region.is_box = true;
  return absl::OkStatus();
}

absl::Status TakePolygon(const v1::Polygon& wire, Region& region) {
  if (wire.corners_size() < 3 || wire.corners_size() > kMostCorners) {
    return InvalidField("corners", absl::StrCat(wire.corners_size(), " corners"),
                        absl::StrCat("3 to ", kMostCorners));
  }
  for (const v1::Point2& corner : wire.corners()) {
    region.corners_m.push_back(Vec2(corner.x_m(), corner.y_m()));
  }
  return ValidatePolygon("corners", region.corners_m);
}

// The playing surface of every table that may be drawn.
absl::Status TakeSurface(const DrawnDraft& draft, Region& region) {
  region.is_box = true;
  for (const int i : draft.tables) {
    const Table* const table = draft.lists.tables[static_cast<size_t>(i)];
    if (table == nullptr || (table->length_m > 0.0 && table->width_m > 0.0)) continue;
    return Required("shape",
                    absl::StrCat("given: length and width of tables[", i, "] are not known"));
  }
  return absl::OkStatus();
}

absl::Status TakeRegion(const v1::Region& wire, DrawnDraft& draft) {
  Region region;
  absl::Status bad;
  switch (wire.shape_case()) {
    case v1::Region::kRectangle:
      bad = AtPath(TakeRectangle(wire.rectangle(), region), "rectangle");
      break;
    case v1::Region::kPolygon:
      bad = AtPath(TakePolygon(wire.polygon(), region), "polygon");
      break;
    case v1::Region::SHAPE_NOT_SET:
      bad = TakeSurface(draft, region);
      break;
  }
  draft.drawn.regions.push_back(std::move(region));
  return bad;
}

absl::Status TakeDisplacement(const v1::Displacement& wire, DrawnPlace& place) {
  absl::Status bad;
  if (wire.has_dx_m()) {
    bad = AtPath(ConvertDistribution(wire.dx_m(), RangeOf(Quantity::kBallDx), place.dx_m.emplace()),
                 "dx_m");
  }
  if (!bad.ok() || !wire.has_dy_m()) return bad;
  return AtPath(ConvertDistribution(wire.dy_m(), RangeOf(Quantity::kBallDy), place.dy_m.emplace()),
                "dy_m");
}

// The place that all balls of an entry share, but for their streams.
absl::Status TakePlace(const v1::DrawnBalls& wire, int entry, DrawnDraft& draft,
                       DrawnPlace& place) {
  place.entry = entry;
  if (wire.has_displacement()) {
    place.kind = Kind::kDisplaced;
    return AtPath(TakeDisplacement(wire.displacement(), place), "displacement");
  }
  if (!wire.has_region()) return absl::OkStatus();
  place.kind = Kind::kInRegion;
  place.region = static_cast<int>(draft.drawn.regions.size());
  return AtPath(TakeRegion(wire.region(), draft), "region");
}

absl::Status BallsOfEntry(const v1::DrawnBalls& wire, const DrawnDraft& draft,
                          std::vector<int>& balls) {
  for (int j = 0; j < wire.balls_size(); ++j) {
    const std::string path = absl::StrCat("balls[", j, "]");
    if (absl::Status bad = CheckBallIndex(path, wire.balls(j), draft); !bad.ok()) return bad;
    balls.push_back(static_cast<int>(wire.balls(j)));
  }
  if (!wire.balls().empty()) return absl::OkStatus();
  for (int ball = 0; ball < draft.most_balls; ++ball) balls.push_back(ball);
  return absl::OkStatus();
}

absl::Status TakeEntry(const v1::DrawnBalls& wire, int entry, uint32_t& taken, DrawnDraft& draft) {
  std::vector<int> balls;
  if (absl::Status bad = BallsOfEntry(wire, draft, balls); !bad.ok()) return bad;
  DrawnPlace place;
  if (absl::Status bad = TakePlace(wire, entry, draft, place); !bad.ok()) return bad;
  for (const int ball : balls) {
    if ((taken >> ball & 1u) != 0) {
      return InvalidField("balls", absl::StrCat("ball ", ball), "there once only");
    }
    taken |= uint32_t{1} << ball;
    draft.drawn.places[static_cast<size_t>(ball)] = place;
    absl::Status bad = TakeAlone(wire.has_mass_kg(), wire.mass_kg(), "mass_kg",
                                 {Quantity::kBallMass, ball}, draft);
    if (!bad.ok()) return bad;
    bad = TakeAlone(wire.has_radius_m(), wire.radius_m(), "radius_m", {Quantity::kBallRadius, ball},
                    draft);
    if (!bad.ok()) return bad;
  }
  return absl::OkStatus();
}

absl::Status CheckEntries(const char* path, int entries) {
  if (entries <= kMostEntries) return absl::OkStatus();
  return InvalidField(path, absl::StrCat(entries, " entries"),
                      absl::StrCat("at most ", kMostEntries));
}

// What a quantity of a covariance must be, or OK.
absl::Status CheckTogether(const QuantityId& id, const DrawnDraft& draft) {
  const auto must_be = [](const char* what) { return absl::InvalidArgumentError(what); };
  const DrawnShots& drawn = draft.drawn;
  if (IsOfBall(id.quantity) && id.ball >= draft.most_balls) {
    return must_be("of a ball that a layout has");
  }
  const auto of_aim = [&](Aim aim) { return drawn.strike && drawn.strike->aim == aim; };
  switch (id.quantity) {
    case Quantity::kSpeed:
    case Quantity::kElevation:
    case Quantity::kSideOffset:
    case Quantity::kHeightOffset:
      return drawn.strike ? absl::OkStatus() : must_be("with a strike");
    case Quantity::kAzimuth:
      return of_aim(Aim::kAzimuth) ? absl::OkStatus() : must_be("with a strike that has no aim");
    case Quantity::kHitOffset:
      return of_aim(Aim::kBall) ? absl::OkStatus() : must_be("with a strike at_ball");
    case Quantity::kAimError:
      return of_aim(Aim::kPocket) ? absl::OkStatus() : must_be("with a strike at_pocket");
    case Quantity::kBallDx:
    case Quantity::kBallDy: {
      const bool in_region = drawn.places[static_cast<size_t>(id.ball)].kind == Kind::kInRegion;
      return in_region ? must_be("of a ball without a region") : absl::OkStatus();
    }
    default:
      return IsOfWorld(id.quantity) ? absl::OkStatus()
                                    : must_be("a number, and none of a place or a rack");
  }
}

bool IsDrawnAlone(const QuantityId& id, const DrawnShots& drawn) {
  const DrawnPlace& place = drawn.places[static_cast<size_t>(id.ball)];
  if (id.quantity == Quantity::kBallDx) return place.dx_m.has_value();
  if (id.quantity == Quantity::kBallDy) return place.dy_m.has_value();
  return std::any_of(drawn.alone.begin(), drawn.alone.end(),
                     [&](const DrawnAlone& alone) { return alone.id == id; });
}

bool IsDrawnTogether(const QuantityId& id, const DrawnShots& drawn) {
  return std::any_of(drawn.together.begin(), drawn.together.end(), [&](const DrawnTogether& t) {
    return std::find(t.quantities.begin(), t.quantities.end(), id) != t.quantities.end();
  });
}

absl::Status TakeCovariance(const v1::Covariance& wire, int number, DrawnDraft& draft) {
  bool world = false;
  bool displaces = false;
  const auto check = [&](const QuantityId& id) -> absl::Status {
    if (absl::Status bad = CheckTogether(id, draft); !bad.ok()) return bad;
    if (IsDrawnAlone(id, draft.drawn) || IsDrawnTogether(id, draft.drawn)) {
      return absl::InvalidArgumentError("drawn here only");
    }
    world = world || IsOfWorld(id.quantity);
    displaces = displaces || id.quantity == Quantity::kBallDx || id.quantity == Quantity::kBallDy;
    if (!world || !displaces) return absl::OkStatus();
    return absl::InvalidArgumentError("without displacements beside parameters of the world");
  };
  ConvertedCovariance covariance;
  if (absl::Status bad = ConvertCovariance(wire, check, covariance); !bad.ok()) return bad;
  for (const QuantityId& id : covariance.quantities) {
    if (!displaces || !IsOfBall(id.quantity)) continue;
    draft.drawn.places[static_cast<size_t>(id.ball)].kind = Kind::kDisplaced;
  }
  draft.drawn.draws_world = draft.drawn.draws_world || world;
  draft.drawn.together.push_back(
      {number, std::move(covariance.quantities), std::move(covariance.joint)});
  return absl::OkStatus();
}

}  // namespace

absl::Status TakeDrawnBalls(const v1::DrawnShots& wire, DrawnDraft& draft) {
  if (absl::Status bad = CheckEntries("balls", wire.balls_size()); !bad.ok()) return bad;
  uint32_t taken = 0;
  for (int entry = 0; entry < wire.balls_size(); ++entry) {
    const absl::Status bad = TakeEntry(wire.balls(entry), entry, taken, draft);
    if (!bad.ok()) return AtPath(bad, absl::StrCat("balls[", entry, "]"));
  }
  return absl::OkStatus();
}

absl::Status TakeSelection(const v1::DrawnSelection& wire, DrawnDraft& draft) {
  DrawnShots::Selection& selection = draft.drawn.selection.emplace();
  for (int j = 0; j < wire.balls_size(); ++j) {
    const std::string path = absl::StrCat("balls[", j, "]");
    const uint32_t ball = wire.balls(j);
    if (absl::Status bad = CheckBallIndex(path, ball, draft); !bad.ok()) return bad;
    if (j > 0 && ball <= wire.balls(j - 1)) {
      return InvalidField(path, absl::StrCat(ball), "above the one before");
    }
    selection.among |= uint32_t{1} << ball;
  }
  if (!wire.has_ball_count()) return Required("ball_count", "given");
  const int end = (wire.balls().empty() ? draft.most_balls : wire.balls_size()) + 1;
  return AtPath(ConvertWhole(wire.ball_count(), end, selection.ball_count), "ball_count");
}

absl::Status TakeRackDraw(const v1::DrawnRack& wire, DrawnDraft& draft) {
  for (const int i : draft.layouts) {
    if (draft.lists.layouts->Get(i).has_rack()) continue;
    return InvalidField("order", std::string(wire.order() ? "true" : "false"),
                        absl::StrCat("of a rack, which layouts[", i, "] is not"));
  }
  DrawnShots::RackDraw& rack = draft.drawn.rack.emplace();
  rack.order = wire.order();
  if (!wire.has_rack_jitter_m()) return absl::OkStatus();
  return AtPath(ConvertDistribution(wire.rack_jitter_m(), RangeOf(Quantity::kRackJitter),
                                    rack.jitter_m.emplace()),
                "rack_jitter_m");
}

absl::Status TakeCovariances(const v1::DrawnShots& wire, DrawnDraft& draft) {
  if (absl::Status bad = CheckEntries("covariances", wire.covariances_size()); !bad.ok()) {
    return bad;
  }
  for (int j = 0; j < wire.covariances_size(); ++j) {
    const absl::Status bad = TakeCovariance(wire.covariances(j), j, draft);
    if (!bad.ok()) return AtPath(bad, absl::StrCat("covariances[", j, "]"));
  }
  const auto has_speed = [&] {
    const QuantityId speed{Quantity::kSpeed};
    return IsDrawnAlone(speed, draft.drawn) || IsDrawnTogether(speed, draft.drawn);
  };
  if (!draft.drawn.strike || has_speed()) return absl::OkStatus();
  return Required("strike.speed_m_s", "given");
}

}  // namespace carom
