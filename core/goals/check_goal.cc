#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/goals/goal.h"
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

}  // namespace carom::goals
