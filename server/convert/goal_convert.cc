#include "server/convert/goal_convert.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;
using google::protobuf::RepeatedPtrField;

// Most labels of a batch; each takes a column.
constexpr int kMaxLabels = 16;

Status Convert(const v1::PottedGoal& wire, goals::Potted& goal) {
  if (wire.has_ball()) goal.ball = ToIndex(wire.ball());
  return TakeMask("potted.pockets", wire.pockets(), goal.pockets);
}

Status Convert(const v1::EndsInGoal& wire, goals::EndsIn& goal) {
  if (wire.has_ball()) goal.ball = ToIndex(wire.ball());
  switch (wire.region_case()) {
    case v1::EndsInGoal::kCircle:
      goal.region = goals::InCircle{ToVec2(wire.circle().centre()), wire.circle().radius_m()};
      return OkStatus();
    case v1::EndsInGoal::kPolygon: {
      goals::InPolygon polygon;
      for (const v1::Point2& corner : wire.polygon().corners()) {
        polygon.corners_m.push_back(ToVec2(corner));
      }
      goal.region = std::move(polygon);
      return OkStatus();
    }
    case v1::EndsInGoal::kLine:
      goal.region = goals::NearLine{ToVec2(wire.line().start()), ToVec2(wire.line().end()),
                                    wire.line().distance_m()};
      return OkStatus();
    case v1::EndsInGoal::REGION_NOT_SET:
      break;
  }
  return UnderPath("ends_in", RequiredArm(*v1::EndsInGoal::descriptor(), "region"));
}

Status Convert(const v1::FirstContactGoal& wire, goals::FirstContact& goal) {
  return TakeMask("first_contact.balls", wire.balls(), goal.balls);
}

Status Convert(const v1::CushionsGoal& wire, goals::Cushions& goal) {
  goal.at_least = ToIndex(wire.at_least());
  return UnderPath("cushions", TakeEnum(wire, "when", goal.when));
}

Status Convert(const v1::OthersStayGoal& wire, goals::OthersStay& goal) {
  goal.max_m = wire.max_m();
  return TakeMask("others_stay.except", wire.except(), goal.except);
}

Status Convert(const v1::Goal& wire, int depth, goals::Goal& goal);

Status ConvertList(const char* path, const RepeatedPtrField<v1::Goal>& wire, int depth,
                   std::vector<goals::Goal>& list) {
  for (int i = 0; i < wire.size(); ++i) {
    Status bad = Convert(wire.Get(i), depth + 1, list.emplace_back());
    if (!bad.ok()) return UnderPath(path, UnderPath("goals", i, bad));
  }
  return OkStatus();
}

Status ConvertSum(const v1::WeightedSumGoal& wire, int depth, goals::WeightedSum& sum) {
  sum.weights.assign(wire.weights().begin(), wire.weights().end());
  if (wire.has_at_least()) sum.at_least = wire.at_least();
  return ConvertList("weighted_sum", wire.goals(), depth, sum.goals);
}

// Nesting is bounded here, before the core sees the goal: every level is one of the stack.
Status Convert(const v1::Goal& wire, int depth, goals::Goal& goal) {
  if (depth > goals::kMaxDepth) {
    return InvalidField("condition", "nested", absl::StrCat("at most ", goals::kMaxDepth, " deep"));
  }
  switch (wire.condition_case()) {
    case v1::Goal::kPotted:
      return Convert(wire.potted(), goal.is.emplace<goals::Potted>());
    case v1::Goal::kEndsIn:
      return Convert(wire.ends_in(), goal.is.emplace<goals::EndsIn>());
    case v1::Goal::kFirstContact:
      return Convert(wire.first_contact(), goal.is.emplace<goals::FirstContact>());
    case v1::Goal::kCushions:
      return Convert(wire.cushions(), goal.is.emplace<goals::Cushions>());
    case v1::Goal::kOthersStay:
      return Convert(wire.others_stay(), goal.is.emplace<goals::OthersStay>());
    case v1::Goal::kNoScratch:
      goal.is.emplace<goals::NoScratch>();
      return OkStatus();
    case v1::Goal::kNoBallLeaves:
      goal.is.emplace<goals::NoBallLeaves>();
      return OkStatus();
    case v1::Goal::kEndsBefore:
      goal.is.emplace<goals::EndsBefore>().time_s = wire.ends_before().time_s();
      return OkStatus();
    case v1::Goal::kAllOf:
      return ConvertList("all_of", wire.all_of().goals(), depth,
                         goal.is.emplace<goals::AllOf>().goals);
    case v1::Goal::kAnyOf:
      return ConvertList("any_of", wire.any_of().goals(), depth,
                         goal.is.emplace<goals::AnyOf>().goals);
    case v1::Goal::kNoneOf:
      return ConvertList("none_of", wire.none_of().goals(), depth,
                         goal.is.emplace<goals::NoneOf>().goals);
    case v1::Goal::kWeightedSum:
      return ConvertSum(wire.weighted_sum(), depth, goal.is.emplace<goals::WeightedSum>());
    case v1::Goal::CONDITION_NOT_SET:
      break;
  }
  return RequiredArm(*v1::Goal::descriptor(), "condition");
}

}  // namespace

absl::StatusOr<goals::Goal> ConvertGoal(const v1::Goal& wire, const goals::KnownParts& known) {
  goals::Goal goal;
  absl::Status status = Convert(wire, 1, goal);
  if (status.ok()) status = goals::CheckGoal(goal, known);
  if (!status.ok()) return status;
  return goal;
}

absl::StatusOr<ShotGoals> ConvertShotGoals(const v1::Goal* filter,
                                           const RepeatedPtrField<v1::Goal>* labels,
                                           const goals::KnownParts& known) {
  ShotGoals converted;
  if (filter != nullptr) {
    absl::StatusOr<goals::Goal> goal = ConvertGoal(*filter, known);
    if (!goal.ok()) return UnderPath("filter", goal.status());
    if (goals::IsScore(*goal)) {
      return InvalidField("filter.weighted_sum.at_least", "absent",
                          "given: a score is no truth value");
    }
    converted.filter = *std::move(goal);
  }
  if (labels == nullptr) return converted;
  if (Status bad = CheckSize("labels", labels->size(), 0, kMaxLabels); !bad.ok()) return bad;
  for (int i = 0; i < labels->size(); ++i) {
    absl::StatusOr<goals::Goal> goal = ConvertGoal(labels->Get(i), known);
    if (!goal.ok()) return UnderPath("labels", i, goal.status());
    converted.labels.push_back(*std::move(goal));
  }
  return converted;
}

}  // namespace carom
