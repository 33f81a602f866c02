#include "core/table/validate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/base/parameters.h"
#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

constexpr double kShortestNose_m = 1e-6;
constexpr double kUnitTolerance = 1e-9;

// A path is put together only when a value is wrong: the way to OK allocates nothing.
absl::Status OutOfRange(const std::string& path, double value, const Interval& interval) {
  return InvalidField(path, value, Describe(interval));
}

absl::Status CheckPoint(const Vec2& point, const char* list, size_t index, const char* field) {
  if (kCoordinateRange.Contains(point.x()) && kCoordinateRange.Contains(point.y()))
    return absl::OkStatus();
  const bool x_is_wrong = !kCoordinateRange.Contains(point.x());
  return OutOfRange(absl::StrCat(list, "[", index, "]", field, x_is_wrong ? ".x_m" : ".y_m"),
                    x_is_wrong ? point.x() : point.y(), kCoordinateRange);
}

template <class Feature>
absl::Status CheckSizes(const Feature& feature, const char* list, size_t index) {
  absl::Status bad = CheckParameters(feature);
  return bad.ok() ? bad : UnderPath(list, index, bad);
}

absl::Status CheckCount(const char* list, size_t count, int most) {
  if (count <= static_cast<size_t>(most)) return absl::OkStatus();
  return InvalidField(list, absl::StrCat(count, " entries"), absl::StrCat("at most ", most));
}

// Both ends of a nose that is not level.
absl::Status CheckNoseHeights(const Nose& nose, size_t i) {
  if (absl::Status bad = CheckSizes(nose, "noses", i); !bad.ok()) return bad;
  Nose end = nose;
  end.height_m += nose.rise_m;
  const absl::Status bad = WithError(
      CheckParameters(end), [](FieldError& error) { error.path[0].name.insert(0, "end_"); });
  return UnderPath("noses", i, bad);
}

absl::Status CheckNose(const Nose& nose, size_t i) {
  if (absl::Status bad = CheckPoint(nose.start_m, "noses", i, ".start"); !bad.ok()) return bad;
  if (absl::Status bad = CheckPoint(nose.end_m, "noses", i, ".end"); !bad.ok()) return bad;
  const double length_m = (nose.end_m - nose.start_m).norm();
  if (length_m <= kShortestNose_m) {
    return InvalidField(absl::StrCat("noses[", i, "].end"),
                        absl::StrCat(FormatNumber(length_m), " m from the start"),
                        "more than 1e-06 m from it");
  }
  return CheckNoseHeights(nose, i);
}

absl::Status CheckJaw(const Jaw& jaw, size_t i) {
  if (absl::Status bad = CheckPoint(jaw.centre_m, "jaws", i, ".centre"); !bad.ok()) return bad;
  return CheckSizes(jaw, "jaws", i);
}

absl::Status CheckPocket(const Pocket& pocket, size_t i) {
  if (absl::Status bad = CheckPoint(pocket.centre_m, "pockets", i, ".centre"); !bad.ok()) {
    return bad;
  }
  if (absl::Status bad = CheckSizes(pocket, "pockets", i); !bad.ok()) return bad;
  const Interval overhang{0.0, 0.5 * pocket.radius_m};
  if (!overhang.Contains(pocket.overhang_m)) {
    return InvalidField(absl::StrCat("pockets[", i, "].overhang_m"), pocket.overhang_m,
                        absl::StrCat(Describe(overhang), ", half the radius"));
  }
  if (pocket.overhang_m > 0.0 && pocket.back_height_m == 0.0) {
    return InvalidField(absl::StrCat("pockets[", i, "].overhang_m"), pocket.overhang_m,
                        "0 without a back");
  }
  const double length = pocket.opening.norm();
  if (length == 0.0 || std::fabs(length - 1.0) <= kUnitTolerance) return absl::OkStatus();
  return InvalidField(absl::StrCat("pockets[", i, "].opening"), absl::StrCat("of length ", length),
                      "of length 1, or zero for none");
}

// Two edges of a simple polygon meet only where they are neighbours, at their common corner.
absl::Status CheckSimple(const char* path, const std::vector<Vec2>& polygon) {
  const size_t n = polygon.size();
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i + 2; j < n; ++j) {
      if (i == 0 && j == n - 1) continue;
      if (SegmentsIntersect(polygon[i], polygon[i + 1], polygon[j], polygon[(j + 1) % n])) {
        return InvalidField(absl::StrCat(path, "[", j, "]"),
                            absl::StrCat("an edge that meets edge ", i),
                            "part of a simple polygon");
      }
    }
  }
  return absl::OkStatus();
}

absl::Status CheckOutline(const std::vector<Vec2>& outline) {
  if (outline.empty()) return absl::OkStatus();
  if (outline.size() < 3) {
    return InvalidField("bed_outline", absl::StrCat(outline.size(), " corners"),
                        "none, or at least 3");
  }
  return ValidatePolygon("bed_outline", outline);
}

absl::Status CheckRailTop(const RailTop& rail_top, size_t i) {
  const std::vector<Vec2>& corners = rail_top.corners_m;
  if (corners.size() < 3 || corners.size() > static_cast<size_t>(kMaxFeatures)) {
    return InvalidField(absl::StrCat("rail_tops[", i, "].corners"),
                        absl::StrCat(corners.size(), " corners"),
                        absl::StrCat("3 to ", kMaxFeatures));
  }
  if (absl::Status bad = ValidatePolygon("corners", corners); !bad.ok()) {
    return UnderPath("rail_tops", i, bad);
  }
  return CheckSizes(rail_top, "rail_tops", i);
}

absl::Status CheckSpot(const char* field, const Vec2& spot_m) {
  if (!kCoordinateRange.Contains(spot_m.x())) {
    return OutOfRange(absl::StrCat(field, ".x_m"), spot_m.x(), kCoordinateRange);
  }
  if (!kCoordinateRange.Contains(spot_m.y())) {
    return OutOfRange(absl::StrCat(field, ".y_m"), spot_m.y(), kCoordinateRange);
  }
  return absl::OkStatus();
}

absl::Status CheckCounts(const Table& table) {
  if (absl::Status bad = CheckCount("noses", table.noses.size(), kMaxFeatures); !bad.ok()) {
    return bad;
  }
  if (absl::Status bad = CheckCount("jaws", table.jaws.size(), kMaxFeatures); !bad.ok()) return bad;
  if (absl::Status bad = CheckCount("pockets", table.pockets.size(), kMaxPockets); !bad.ok()) {
    return bad;
  }
  if (absl::Status bad = CheckCount("rail_tops", table.rail_tops.size(), kMaxRailTops); !bad.ok()) {
    return bad;
  }
  return CheckCount("bed_outline", table.bed_outline_m.size(), kMaxFeatures);
}

absl::Status CheckSizeAndSpots(const Table& table) {
  if (absl::Status bad = CheckParameters(table); !bad.ok()) return bad;
  if (absl::Status bad = CheckSpot("head_spot", table.head_spot_m); !bad.ok()) return bad;
  return CheckSpot("foot_spot", table.foot_spot_m);
}

// Balls that cannot leave the plane cannot fall into a hole.
absl::Status CheckPocketModel(const Environment& environment) {
  if (environment.pocket_model == PocketModel::kCircle || environment.flight == Flight::kOn) {
    return absl::OkStatus();
  }
  return InvalidField("pocket_model", "DROP", "CIRCLE, since flight is off");
}

absl::Status CheckStop(const StopRules& stop) {
  if (stop.at_time_s == std::numeric_limits<double>::infinity()) return absl::OkStatus();
  return UnderPath("stop", CheckParameters(stop));
}

absl::Status TooHigh(const std::string& path, double height_m, double top_m, ptrdiff_t ball) {
  return InvalidField(path, height_m,
                      absl::StrCat("below the top of balls[", ball, "], ", FormatNumber(top_m)));
}

// A ball that is struck must be in play.
absl::Status CheckCueBall(int cue_ball, const std::vector<BallSpec>& balls,
                          const std::vector<BallState>& states) {
  const size_t count = std::min(balls.size(), states.size());
  if (cue_ball < 0 || static_cast<size_t>(cue_ball) >= count) {
    return InvalidField("cue_ball", cue_ball,
                        absl::StrCat("the index of one of ", count, " balls"));
  }
  if (InPlay(states[static_cast<size_t>(cue_ball)].motion)) return absl::OkStatus();
  return InvalidField("cue_ball", cue_ball, "a ball in play");
}

}  // namespace

absl::Status ValidatePolygon(const char* path, const std::vector<Vec2>& polygon) {
  for (size_t i = 0; i < polygon.size(); ++i) {
    if (absl::Status bad = CheckPoint(polygon[i], path, i, ""); !bad.ok()) return bad;
  }
  return CheckSimple(path, polygon);
}

absl::Status ValidateTable(const Table& table) {
  if (absl::Status bad = CheckCounts(table); !bad.ok()) return bad;
  for (size_t i = 0; i < table.noses.size(); ++i) {
    if (absl::Status bad = CheckNose(table.noses[i], i); !bad.ok()) return bad;
  }
  for (size_t i = 0; i < table.jaws.size(); ++i) {
    if (absl::Status bad = CheckJaw(table.jaws[i], i); !bad.ok()) return bad;
  }
  for (size_t i = 0; i < table.pockets.size(); ++i) {
    if (absl::Status bad = CheckPocket(table.pockets[i], i); !bad.ok()) return bad;
  }
  for (size_t i = 0; i < table.rail_tops.size(); ++i) {
    if (absl::Status bad = CheckRailTop(table.rail_tops[i], i); !bad.ok()) return bad;
  }
  if (absl::Status bad = CheckOutline(table.bed_outline_m); !bad.ok()) return bad;
  return CheckSizeAndSpots(table);
}

absl::Status ValidateFactor(const char* path, const char* of, const Interval& range,
                            const FactorTable& factor) {
  for (int i = 0; i < factor.size(); ++i) {
    const FactorTable::Point& point = factor[i];
    const auto wrong = [&](const char* name, double value, const Interval& must_be) {
      return InvalidField(absl::StrCat(path, "[", i, "].", name), value, Describe(must_be));
    };
    Interval left = range;
    if (i > 0) left.low = factor[i - 1].at + FactorTable::kLeastStep;
    if (!left.Contains(point.at)) return wrong(of, point.at, left);
    if (!FactorTable::kFactorRange.Contains(point.factor)) {
      return wrong("factor", point.factor, FactorTable::kFactorRange);
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateEnvironment(const Environment& environment) {
  if (absl::Status bad = CheckParameters(environment); !bad.ok()) return bad;
  absl::Status factor = ValidateFactor("cloth.rolling_factor", "speed_m_s",
                                       FactorTable::kSpeedRange, environment.cloth.rolling_factor);
  if (!factor.ok()) return factor;
  if (absl::Status bad = CheckPocketModel(environment); !bad.ok()) return bad;
  return CheckStop(environment.stop);
}

absl::Status ValidateBallsOnTable(const Table& table, const std::vector<BallSpec>& balls) {
  const auto smallest = std::min_element(
      balls.begin(), balls.end(),
      [](const BallSpec& a, const BallSpec& b) { return a.radius_m < b.radius_m; });
  if (smallest == balls.end()) return absl::OkStatus();
  const double top_m = 2.0 * smallest->radius_m;
  for (size_t i = 0; i < table.noses.size(); ++i) {
    const Nose& nose = table.noses[i];
    const double highest_m = nose.height_m + std::max(nose.rise_m, 0.0);
    if (!(highest_m < top_m)) {
      const char* end = nose.rise_m > 0.0 ? "].end_height_m" : "].height_m";
      return TooHigh(absl::StrCat("noses[", i, end), highest_m, top_m, smallest - balls.begin());
    }
  }
  for (size_t i = 0; i < table.jaws.size(); ++i) {
    if (!(table.jaws[i].height_m < top_m)) {
      return TooHigh(absl::StrCat("jaws[", i, "].height_m"), table.jaws[i].height_m, top_m,
                     smallest - balls.begin());
    }
  }
  return absl::OkStatus();
}

absl::Status ValidateBalls(const std::vector<BallSpec>& balls) {
  if (balls.empty() || balls.size() > static_cast<size_t>(kMaxBalls)) {
    return InvalidField("balls", absl::StrCat(balls.size(), " entries"),
                        absl::StrCat("1 to ", kMaxBalls));
  }
  for (size_t i = 0; i < balls.size(); ++i) {
    absl::Status bad = CheckParameters(balls[i]);
    if (!bad.ok()) return UnderPath("balls", i, bad);
  }
  return absl::OkStatus();
}

absl::Status ValidateHomogeneous(const std::vector<BallSpec>& balls) {
  for (size_t i = 0; i < balls.size(); ++i) {
    if (balls[i].inertia_ratio == kHomogeneous) continue;
    return InvalidField(absl::StrCat("balls[", i, "].inertia_ratio"), balls[i].inertia_ratio,
                        "0.4, of a homogeneous ball: the engine EVENT_DRIVEN knows no other");
  }
  return absl::OkStatus();
}

absl::Status ValidateStrike(const CueStrike& strike, const std::vector<BallSpec>& balls,
                            const std::vector<BallState>& states) {
  if (absl::Status bad = CheckCueBall(strike.cue_ball, balls, states); !bad.ok()) return bad;
  if (absl::Status bad = CheckParameters(strike); !bad.ok()) return bad;
  const double offset_squared =
      strike.side_offset * strike.side_offset + strike.height_offset * strike.height_offset;
  if (offset_squared <= 1.0) return absl::OkStatus();
  return ToStatus({"side_offset", "side_offset^2 + height_offset^2", FormatNumber(offset_squared),
                   "at most 1, else the tip misses the ball"});
}

}  // namespace carom
