#include "server/convert/goal_convert.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/constants.h"
#include "core/base/field_error.h"
#include "server/convert/take_enum.h"
#include "server/convert/wire_names.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;
using google::protobuf::RepeatedField;
using google::protobuf::RepeatedPtrField;

// Most labels of a batch; each takes a column.
constexpr int kMaxLabels = 16;

Vec2 FromWire(const v1::Point2& point) { return {point.x_m(), point.y_m()}; }

// A list of indices as a set; an empty one is any.
template <class Mask>
Status TakeMask(const char* path, const RepeatedField<uint32_t>& wire, Mask any, Mask& mask) {
  constexpr uint32_t kBits = 8 * sizeof(Mask);
  mask = wire.empty() ? any : Mask{0};
  for (int i = 0; i < wire.size(); ++i) {
    if (wire.Get(i) >= kBits) {
      return InvalidField(absl::StrCat(path, "[", i, "]"), absl::StrCat(wire.Get(i)),
                          absl::StrCat("in [0, ", kBits, ")"));
    }
    mask |= Mask{1} << wire.Get(i);
  }
  return OkStatus();
}

Status Convert(const v1::PottedGoal& wire, goals::Potted& goal) {
  if (wire.has_ball()) goal.ball = ToIndex(wire.ball());
  return TakeMask("potted.pockets", wire.pockets(), ~goals::PocketMask{0}, goal.pockets);
}

Status Convert(const v1::EndsInGoal& wire, goals::EndsIn& goal) {
  if (wire.has_ball()) goal.ball = ToIndex(wire.ball());
  switch (wire.region_case()) {
    case v1::EndsInGoal::kCircle:
      goal.region = goals::InCircle{FromWire(wire.circle().centre()), wire.circle().radius_m()};
      return OkStatus();
    case v1::EndsInGoal::kPolygon: {
      goals::InPolygon polygon;
      for (const v1::Point2& corner : wire.polygon().corners()) {
        polygon.corners_m.push_back(FromWire(corner));
      }
      goal.region = std::move(polygon);
      return OkStatus();
    }
    case v1::EndsInGoal::kLine:
      goal.region = goals::NearLine{FromWire(wire.line().start()), FromWire(wire.line().end()),
                                    wire.line().distance_m()};
      return OkStatus();
    case v1::EndsInGoal::REGION_NOT_SET:
      break;
  }
  return RequiredArm("ends_in.region", *v1::EndsInGoal::descriptor(), "region");
}

Status Convert(const v1::FirstContactGoal& wire, goals::FirstContact& goal) {
  return TakeMask("first_contact.balls", wire.balls(), ~goals::BallMask{0}, goal.balls);
}

Status Convert(const v1::CushionsGoal& wire, goals::Cushions& goal) {
  using When = goals::Cushions::When;
  goal.at_least = ToIndex(wire.at_least());
  return TakeEnum<v1::CushionsGoal::When, When>(
      "cushions.when", "CushionsGoal.When", wire.when(),
      {{v1::CushionsGoal::WHEN_BEFORE_FIRST_CONTACT, When::kBeforeFirstContact},
       {v1::CushionsGoal::WHEN_AFTER_FIRST_CONTACT, When::kAfterFirstContact},
       {v1::CushionsGoal::WHEN_WHOLE_SHOT, When::kWholeShot}},
      goal.when);
}

Status Convert(const v1::OthersStayGoal& wire, goals::OthersStay& goal) {
  goal.max_m = wire.max_m();
  return TakeMask("others_stay.except", wire.except(), goals::BallMask{0}, goal.except);
}

Status Convert(const v1::Goal& wire, int depth, goals::Goal& goal);

Status ConvertList(const char* path, const RepeatedPtrField<v1::Goal>& wire, int depth,
                   std::vector<goals::Goal>& list) {
  for (int i = 0; i < wire.size(); ++i) {
    Status bad = Convert(wire.Get(i), depth + 1, list.emplace_back());
    if (!bad.ok()) return UnderPath(absl::StrCat(path, ".goals[", i, "]."), bad);
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
  return RequiredArm("condition", *v1::Goal::descriptor(), "condition");
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
    if (!goal.ok()) return UnderPath("filter.", goal.status());
    if (goals::IsScore(*goal)) {
      return InvalidField("filter.weighted_sum.at_least", "absent",
                          "given: a score is no truth value");
    }
    converted.filter = *std::move(goal);
  }
  if (labels == nullptr) return converted;
  if (labels->size() > kMaxLabels) {
    return InvalidField("labels", absl::StrCat(labels->size(), " entries"),
                        absl::StrCat("at most ", kMaxLabels));
  }
  for (int i = 0; i < labels->size(); ++i) {
    absl::StatusOr<goals::Goal> goal = ConvertGoal(labels->Get(i), known);
    if (!goal.ok()) return UnderPath(absl::StrCat("labels[", i, "]."), goal.status());
    converted.labels.push_back(*std::move(goal));
  }
  return converted;
}

}  // namespace carom
