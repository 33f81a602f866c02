#include "server/convert/goal_convert.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/field_error.h"
#include "server/convert/fields.h"

namespace carom {
namespace {

using absl::OkStatus;
using absl::Status;
using google::protobuf::Message;
using google::protobuf::RepeatedPtrField;

// Most labels of a batch; each takes a column.
constexpr int kMaxLabels = 16;

// Sets goals at one depth of nesting.
class GoalTaker {
 public:
  explicit GoalTaker(int depth) : depth_(depth) {}

  // Nesting is bounded here, before the core sees the goal: every level is one of the stack.
  Status Of(const Message& wire, goals::Goal& goal) const {
    if (depth_ <= goals::kMaxDepth) return TakeOne(wire, "condition", goal.is);
    return InvalidField("condition", "nested", absl::StrCat("at most ", goals::kMaxDepth, " deep"));
  }

 private:
  template <class Choice>
  Status TakeOne(const Message& wire, const char* oneof, Choice& choice) const {
    return TakeArm(wire, oneof, choice, [this](const Message& arm, auto& chosen) {
      FieldTaker take(arm);
      Take(take, chosen);
      return take.status();
    });
  }

  template <class WithoutFields>
  void Take(FieldTaker& /*take*/, WithoutFields& /*goal*/) const {}
  void Take(FieldTaker& take, goals::Potted& goal) const {
    take("ball", goal.ball);
    take.Bits("pockets", goal.pockets);
  }
  void Take(FieldTaker& take, goals::EndsIn& goal) const {
    take("ball", goal.ball);
    take.Update(TakeOne(take.wire(), "region", goal.region));
  }
  void Take(FieldTaker& take, goals::InCircle& region) const {
    take("centre", region.centre_m);
    take("radius_m", region.radius_m);
  }
  void Take(FieldTaker& take, goals::InPolygon& region) const { take("corners", region.corners_m); }
  void Take(FieldTaker& take, goals::NearLine& region) const {
    take("start", region.start_m);
    take("end", region.end_m);
    take("distance_m", region.distance_m);
  }
  void Take(FieldTaker& take, goals::FirstContact& goal) const { take.Bits("balls", goal.balls); }
  void Take(FieldTaker& take, goals::Cushions& goal) const {
    goal.at_least = 0;  // Of the wire, where it is absent.
    take("at_least", goal.at_least);
    take("when", goal.when);
  }
  void Take(FieldTaker& take, goals::OthersStay& goal) const {
    take("max_m", goal.max_m);
    take.Bits("except", goal.except);
  }
  void Take(FieldTaker& take, goals::EndsBefore& goal) const { take("time_s", goal.time_s); }
  template <class Combination>
  requires requires(Combination& goal) { goal.goals; }
  void Take(FieldTaker& take, Combination& goal) const {
    const GoalTaker below(depth_ + 1);
    take.Update(TakeEach("goals", ListOf(take.wire(), "goals"), [&](const Message& wire, int) {
      return below.Of(wire, goal.goals.emplace_back());
    }));
    if constexpr (requires { goal.weights; }) {
      take("weights", goal.weights);
      take("at_least", goal.at_least);
    }
  }

  const int depth_;
};

}  // namespace

absl::StatusOr<goals::Goal> ConvertGoal(const v1::Goal& wire, const goals::KnownParts& known) {
  goals::Goal goal;
  Status status = GoalTaker(1).Of(wire, goal);
  if (status.ok()) status = goals::CheckGoal(goal, known);
  if (!status.ok()) return status;
  return goal;
}

Status ConvertGoals(const char* path, const RepeatedPtrField<v1::Goal>& wire,
                    const goals::KnownParts& known, std::vector<goals::Goal>& list) {
  return TakeEach(path, wire, [&](const v1::Goal& one, int) {
    absl::StatusOr<goals::Goal> goal = ConvertGoal(one, known);
    if (goal.ok()) list.push_back(*std::move(goal));
    return goal.status();
  });
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
  Status status = CheckSize("labels", labels->size(), 0, kMaxLabels);
  if (status.ok()) status = ConvertGoals("labels", *labels, known, converted.labels);
  if (!status.ok()) return status;
  return converted;
}

}  // namespace carom
