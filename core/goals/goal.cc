#include "core/goals/goal.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "core/solid/plane_geometry.h"
#include "core/table/validate.h"

namespace carom::goals {
namespace {

using absl::OkStatus;
using absl::Status;

std::string Below(int count) { return absl::StrCat("in [0, ", count, ")"); }

Status CheckNumber(const char* path, double value, const Interval& range) {
  return range.Contains(value) ? OkStatus() : InvalidField(path, value, Describe(range));
}

Status CheckPoint(const char* path, const Vec2& point) {
  const bool near = kCoordinateRange.Contains(point.x()) && kCoordinateRange.Contains(point.y());
  if (near) return OkStatus();
  return InvalidField(
      path, absl::StrCat("(", FormatNumber(point.x()), ", ", FormatNumber(point.y()), ")"),
      "within +-100");
}

// The lowest bit of a set that is not below `count`.
template <class Mask>
Status CheckMask(const char* path, Mask mask, int count) {
  if (mask == ~Mask{0}) return OkStatus();  // Any.
  for (int i = count; i < static_cast<int>(8 * sizeof(Mask)); ++i) {
    if ((mask >> i & 1u) != 0) return InvalidField(path, i, Below(count));
  }
  return OkStatus();
}

Status Check(const InCircle& circle) {
  if (Status bad = CheckPoint("circle.centre", circle.centre_m); !bad.ok()) return bad;
  return CheckNumber("circle.radius_m", circle.radius_m, kReachRange);
}

Status Check(const InPolygon& polygon) {
  const size_t corners = polygon.corners_m.size();
  if (corners < 3 || corners > size_t{kMaxFeatures}) {
    return InvalidField("polygon.corners", absl::StrCat(corners, " entries"), "in [3, 256]");
  }
  for (size_t i = 0; i < corners; ++i) {
    const std::string path = absl::StrCat("polygon.corners[", i, "]");
    if (Status bad = CheckPoint(path.c_str(), polygon.corners_m[i]); !bad.ok()) return bad;
  }
  return OkStatus();
}

Status Check(const NearLine& line) {
  if (Status bad = CheckPoint("line.start", line.start_m); !bad.ok()) return bad;
  if (Status bad = CheckPoint("line.end", line.end_m); !bad.ok()) return bad;
  return CheckNumber("line.distance_m", line.distance_m, kReachRange);
}

class Checker {
 public:
  explicit Checker(const KnownParts& known) : known_(known) {}

  Status Of(const Goal& goal, int depth) {
    if (depth > kMaxDepth) {
      return InvalidField("goals", "nested", absl::StrCat("at most ", kMaxDepth, " deep"));
    }
    if (++predicates_ > kMaxPredicates) {
      return InvalidField("goals", "more", absl::StrCat("at most ", kMaxPredicates, " predicates"));
    }
    return std::visit([this, depth](const auto& is) { return Of(is, depth); }, goal.is);
  }

 private:
  Status Of(const Potted& goal, int) const {
    if (goal.ball < -1 || goal.ball >= known_.balls) {
      return InvalidField("potted.ball", goal.ball, Below(known_.balls));
    }
    return CheckMask("potted.pockets", goal.pockets, known_.pockets);
  }

  Status Of(const EndsIn& goal, int) const {
    if (goal.ball < -1 || goal.ball >= known_.balls) {
      return InvalidField("ends_in.ball", goal.ball, Below(known_.balls));
    }
    return UnderPath("ends_in", std::visit([](const auto& is) { return Check(is); }, goal.region));
  }

  Status Of(const FirstContact& goal, int) const {
    return CheckMask("first_contact.balls", goal.balls, known_.balls);
  }

  Status Of(const Cushions& goal, int) const {
    return CheckNumber("cushions.at_least", goal.at_least, kHitsRange);
  }

  Status Of(const OthersStay& goal, int) const {
    if (Status bad = CheckNumber("others_stay.max_m", goal.max_m, kMoveRange); !bad.ok())
      return bad;
    return CheckMask("others_stay.except", goal.except, known_.balls);
  }

  Status Of(const NoScratch&, int) const { return OkStatus(); }
  Status Of(const NoBallLeaves&, int) const { return OkStatus(); }

  Status Of(const EndsBefore& goal, int) const {
    return CheckNumber("ends_before.time_s", goal.time_s, kEndRange);
  }

  Status Of(const AllOf& goal, int depth) { return OfList("all_of", goal.goals, depth); }
  Status Of(const AnyOf& goal, int depth) { return OfList("any_of", goal.goals, depth); }
  Status Of(const NoneOf& goal, int depth) { return OfList("none_of", goal.goals, depth); }

  Status Of(const WeightedSum& sum, int depth) {
    constexpr char kPath[] = "weighted_sum";
    if (Status bad = OfList(kPath, sum.goals, depth); !bad.ok()) return bad;
    if (sum.weights.size() != sum.goals.size()) {
      return InvalidField("weighted_sum.weights", absl::StrCat(sum.weights.size(), " values"),
                          absl::StrCat(sum.goals.size(), ", one for each goal"));
    }
    for (size_t i = 0; i < sum.weights.size(); ++i) {
      const std::string path = absl::StrCat("weighted_sum.weights[", i, "]");
      if (Status bad = CheckNumber(path.c_str(), sum.weights[i], kGoalWeightRange); !bad.ok())
        return bad;
    }
    if (!sum.at_least) return OkStatus();
    return CheckNumber("weighted_sum.at_least", *sum.at_least, kGoalWeightRange);
  }

  Status OfList(const char* path, const std::vector<Goal>& goals, int depth) {
    if (goals.empty()) return InvalidField(FieldPath(path) / "goals", "empty", "one at least");
    for (size_t i = 0; i < goals.size(); ++i) {
      Status bad = IsScore(goals[i]) ? InvalidField("weighted_sum.at_least", "absent",
                                                    "given: a score is no truth value")
                                     : Of(goals[i], depth + 1);
      if (!bad.ok()) return UnderPath(path, UnderPath("goals", i, bad));
    }
    return OkStatus();
  }

  const KnownParts known_;
  int predicates_ = 0;
};

double Depth(const InCircle& circle, const Vec2& point_m) {
  return circle.radius_m - (point_m - circle.centre_m).norm();
}

double Depth(const InPolygon& polygon, const Vec2& point_m) {
  const std::vector<Vec2>& corners = polygon.corners_m;
  double nearest_m = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < corners.size(); ++i) {
    const Vec2& next = corners[(i + 1) % corners.size()];
    nearest_m = std::min(nearest_m, (point_m - NearestOnSegment(point_m, corners[i], next)).norm());
  }
  return InsidePolygon(point_m, corners) ? nearest_m : -nearest_m;
}

double Depth(const NearLine& line, const Vec2& point_m) {
  return line.distance_m - (point_m - NearestOnSegment(point_m, line.start_m, line.end_m)).norm();
}

// How far a point is inside the region, m: the distance to the nearest point of its boundary;
// negative outside.
double DepthInside(const Region& region, const Vec2& point_m) {
  return std::visit([&point_m](const auto& shape) { return Depth(shape, point_m); }, region);
}

Vec2 OnPlane(const Vec3& position) { return position.head<2>(); }

bool Contains(BallMask balls, int ball) {
  return ball >= 0 && ball < kMaxBalls && (balls >> ball & 1u) != 0;
}

// Of a truth value that no distance tells.
Verdict Plain(bool holds) { return {holds ? 1.0 : 0.0, holds ? kInfinity : -kInfinity}; }

// Of a truth value that is a distance of at least zero.
Verdict Metric(double margin_m) { return {margin_m >= 0.0 ? 1.0 : 0.0, margin_m}; }

// How far from the rim a ball entered the pocket: the circle's radius less the distance of its line
// of motion from the centre.
double EntryMargin(const Departure& drop, const Pocket& pocket) {
  const Vec2 from_centre = OnPlane(drop.position_m) - pocket.centre_m;
  const Vec2 velocity = OnPlane(drop.velocity_m_s);
  const double speed = velocity.norm();
  const double offset_m = speed > 0.0 ? std::abs(Cross(from_centre, velocity)) / speed : 0.0;
  return std::max(0.0, pocket.radius_m - offset_m);
}

class Judgement {
 public:
  explicit Judgement(const FinishedShot& shot) : shot_(shot), outcome_(shot.record.outcome) {}

  Verdict Of(const Goal& goal) const {
    return std::visit([this](const auto& is) { return Of(is); }, goal.is);
  }

 private:
  Verdict Of(const Potted& goal) const {
    if (goal.ball >= 0) return PottedBall(goal.ball, goal.pockets);
    Verdict best{0.0, -kInfinity};
    for (int ball = 0; ball < balls(); ++ball) {
      if (ball == outcome_.cue_ball || !InPlay(start(ball).motion)) continue;
      best = Better(best, PottedBall(ball, goal.pockets));
    }
    return best;
  }

  Verdict PottedBall(int ball, PocketMask pockets) const {
    for (const Departure& drop : outcome_.pocketed) {
      if (drop.ball != ball || (pockets >> drop.where & 1u) == 0) continue;
      return {1.0, EntryMargin(drop, shot_.table.pockets[static_cast<size_t>(drop.where)])};
    }
    return {0.0, -DistanceToPockets(OnPlane(end(ball).position), pockets)};
  }

  // To the nearest rim of these pockets.
  double DistanceToPockets(const Vec2& point, PocketMask pockets) const {
    double nearest_m = kInfinity;
    for (size_t i = 0; i < shot_.table.pockets.size(); ++i) {
      if ((pockets >> i & 1u) == 0) continue;
      const Pocket& pocket = shot_.table.pockets[i];
      nearest_m = std::min(nearest_m, std::abs((point - pocket.centre_m).norm() - pocket.radius_m));
    }
    return nearest_m;
  }

  Verdict Of(const EndsIn& goal) const {
    const int ball = goal.ball >= 0 ? goal.ball : outcome_.cue_ball;
    if (ball < 0 || !InPlay(end(ball).motion)) return Plain(false);
    return Metric(DepthInside(goal.region, OnPlane(end(ball).position)));
  }

  Verdict Of(const FirstContact& goal) const {
    return Plain(Contains(goal.balls, outcome_.first_contact));
  }

  Verdict Of(const Cushions& goal) const {
    const bool before = goal.when != Cushions::When::kAfterFirstContact;
    const bool after = goal.when != Cushions::When::kBeforeFirstContact;
    const int hits = (before ? outcome_.cushions_before_contact : 0) +
                     (after ? outcome_.cushions_after_contact : 0);
    return Plain(hits >= goal.at_least);
  }

  Verdict Of(const OthersStay& goal) const {
    double farthest_m = 0.0;
    for (int ball = 0; ball < balls(); ++ball) {
      const bool counts = ball != outcome_.cue_ball && !Contains(goal.except, ball);
      if (!counts || !InPlay(start(ball).motion)) continue;
      if (!InPlay(end(ball).motion)) return Plain(false);
      const Vec3 moved = end(ball).position - start(ball).position;
      farthest_m = std::max(farthest_m, OnPlane(moved).norm());
    }
    return Metric(goal.max_m - farthest_m);
  }

  Verdict Of(const NoScratch&) const {
    return Plain(outcome_.cue_ball < 0 || InPlay(end(outcome_.cue_ball).motion));
  }

  Verdict Of(const NoBallLeaves&) const { return Plain(outcome_.left_table.empty()); }

  Verdict Of(const EndsBefore& goal) const { return Plain(shot_.record.end_time_s < goal.time_s); }

  Verdict Of(const AllOf& all) const {
    Verdict worst{1.0, kInfinity};
    for (const Goal& goal : all.goals) worst = Worse(worst, Of(goal));
    return worst;
  }

  Verdict Of(const AnyOf& any) const { return BestOf(any.goals); }

  Verdict Of(const NoneOf& none) const {
    const Verdict best = BestOf(none.goals);
    return {1.0 - best.value, -best.margin_m};
  }

  Verdict Of(const WeightedSum& sum) const {
    double value = 0.0;
    for (size_t i = 0; i < sum.goals.size(); ++i) {
      if (Of(sum.goals[i]).holds()) value += sum.weights[i];
    }
    if (sum.at_least) return Plain(value >= *sum.at_least);
    return {value, kInfinity};
  }

  Verdict BestOf(const std::vector<Goal>& goals) const {
    Verdict best{0.0, -kInfinity};
    for (const Goal& goal : goals) best = Better(best, Of(goal));
    return best;
  }

  static Verdict Better(const Verdict& a, const Verdict& b) {
    return {std::max(a.value, b.value), std::max(a.margin_m, b.margin_m)};
  }
  static Verdict Worse(const Verdict& a, const Verdict& b) {
    return {std::min(a.value, b.value), std::min(a.margin_m, b.margin_m)};
  }

  int balls() const { return static_cast<int>(shot_.record.final_states.size()); }
  const BallState& start(int ball) const { return shot_.start[static_cast<size_t>(ball)]; }
  const BallState& end(int ball) const {
    return shot_.record.final_states[static_cast<size_t>(ball)];
  }

  const FinishedShot& shot_;
  const Outcome& outcome_;
};

}  // namespace

absl::Status CheckGoal(const Goal& goal, const KnownParts& known) {
  return Checker(known).Of(goal, 1);
}

ValueRange RangeOfValue(const Goal& goal) {
  if (!IsScore(goal)) return {};
  ValueRange range{0.0, 0.0};
  for (const double weight : std::get<WeightedSum>(goal.is).weights) {
    (weight < 0.0 ? range.low : range.high) += weight;
  }
  return range;
}

Verdict Judge(const Goal& goal, const FinishedShot& shot) { return Judgement(shot).Of(goal); }

}  // namespace carom::goals
