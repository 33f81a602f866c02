#include "core/table/validate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/solid/plane_geometry.h"

namespace carom {
namespace {

constexpr double kShortestNose_m = 1e-6;
constexpr double kUnitTolerance = 1e-9;

// A path is put together only when a value is wrong: the way to OK allocates nothing.
absl::Status CheckPoint(const Vec2& point) {
  const bool x_is_good = kCoordinateRange.Contains(point.x());
  if (x_is_good && kCoordinateRange.Contains(point.y())) return absl::OkStatus();
  return InvalidField(x_is_good ? "y_m" : "x_m", x_is_good ? point.y() : point.x(),
                      Describe(kCoordinateRange));
}

template <class Element, class Check>
absl::Status CheckList(const char* list, const std::vector<Element>& elements, int most,
                       const Check& check) {
  if (elements.size() > static_cast<size_t>(most)) {
    return InvalidField(list, absl::StrCat(elements.size(), " entries"),
                        absl::StrCat("at most ", most));
  }
  for (size_t i = 0; i < elements.size(); ++i) {
    if (absl::Status bad = check(elements[i]); !bad.ok()) return UnderPath(list, i, bad);
  }
  return absl::OkStatus();
}

absl::Status CheckNose(const Nose& nose) {
  if (absl::Status bad = CheckPoint(nose.start_m); !bad.ok()) return UnderPath("start", bad);
  if (absl::Status bad = CheckPoint(nose.end_m); !bad.ok()) return UnderPath("end", bad);
  const double length_m = (nose.end_m - nose.start_m).norm();
  if (length_m <= kShortestNose_m) {
    return InvalidField("end", absl::StrCat(FormatNumber(length_m), " m from the start"),
                        "more than 1e-06 m from it");
  }
  if (absl::Status bad = CheckParameters(nose); !bad.ok()) return bad;
  Nose end = nose;  // The other end of a nose that is not level.
  end.start_height_m = nose.EndHeight();
  return WithError(CheckParameters(end),
                   [](FieldError& error) { error.path[0].name.insert(0, "end_"); });
}

absl::Status CheckJaw(const Jaw& jaw) {
  if (absl::Status bad = CheckPoint(jaw.centre_m); !bad.ok()) return UnderPath("centre", bad);
  return CheckParameters(jaw);
}

absl::Status CheckPocket(const Pocket& pocket) {
  if (absl::Status bad = CheckPoint(pocket.centre_m); !bad.ok()) return UnderPath("centre", bad);
  if (absl::Status bad = CheckParameters(pocket); !bad.ok()) return bad;
  const Interval overhang{0.0, 0.5 * pocket.radius_m};
  if (!overhang.Contains(pocket.overhang_m)) {
    return InvalidField("overhang_m", pocket.overhang_m,
                        absl::StrCat(Describe(overhang), ", half the radius"));
  }
  if (pocket.overhang_m > 0.0 && pocket.back_height_m == 0.0) {
    return InvalidField("overhang_m", pocket.overhang_m, "0 without a back");
  }
  const double length = pocket.opening.norm();
  if (length == 0.0 || std::fabs(length - 1.0) <= kUnitTolerance) return absl::OkStatus();
  return InvalidField("opening", absl::StrCat("of length ", length),
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

absl::Status CheckRailTop(const RailTop& rail_top) {
  const size_t corners = rail_top.corners_m.size();
  if (corners < 3 || corners > static_cast<size_t>(kMaxFeatures)) {
    return InvalidField("corners", absl::StrCat(corners, " corners"),
                        absl::StrCat("3 to ", kMaxFeatures));
  }
  if (absl::Status bad = ValidatePolygon("corners", rail_top.corners_m); !bad.ok()) return bad;
  return CheckParameters(rail_top);
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
  constexpr int kMost = std::numeric_limits<int>::max();
  absl::Status bad = CheckList(path, polygon, kMost, CheckPoint);
  return bad.ok() ? CheckSimple(path, polygon) : bad;
}

absl::Status ValidateTable(const Table& table) {
  absl::Status bad = CheckList("noses", table.noses, kMaxFeatures, CheckNose);
  if (bad.ok()) bad = CheckList("jaws", table.jaws, kMaxFeatures, CheckJaw);
  if (bad.ok()) bad = CheckList("pockets", table.pockets, kMaxPockets, CheckPocket);
  if (bad.ok()) bad = CheckList("rail_tops", table.rail_tops, kMaxRailTops, CheckRailTop);
  if (bad.ok()) bad = CheckList("bed_outline", table.bed_outline_m, kMaxFeatures, CheckPoint);
  const size_t corners = table.bed_outline_m.size();
  if (bad.ok() && (corners == 1 || corners == 2)) {
    bad = InvalidField("bed_outline", absl::StrCat(corners, " corners"), "none, or at least 3");
  }
  if (bad.ok()) bad = CheckSimple("bed_outline", table.bed_outline_m);
  if (bad.ok()) bad = CheckParameters(table);
  if (bad.ok()) bad = UnderPath("head_spot", CheckPoint(table.head_spot_m));
  if (bad.ok()) bad = UnderPath("foot_spot", CheckPoint(table.foot_spot_m));
  return bad;
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
    const double highest_m = nose.TopHeight();
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
  return CheckList("balls", balls, kMaxBalls,
                   [](const BallSpec& ball) { return CheckParameters(ball); });
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
