#ifndef CAROM_SERVER_CONVERT_GOAL_CONVERT_H_
#define CAROM_SERVER_CONVERT_GOAL_CONVERT_H_

#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/v1/goal.pb.h"
#include "core/goals/goal.h"

namespace carom {

/// A goal that is fit to be judged on tables and layouts with at least `known`. Pure; paths begin
/// below the goal: "all_of.goals[1].potted.ball: 9 must be in [0, 7)".
absl::StatusOr<goals::Goal> ConvertGoal(const v1::Goal& wire, const goals::KnownParts& known);

/// The same of all goals of the list in the field `path`.
absl::Status ConvertGoals(const char* path,
                          const google::protobuf::RepeatedPtrField<v1::Goal>& wire,
                          const goals::KnownParts& known, std::vector<goals::Goal>& list);

/// What a batch wants of each of its shots.
struct ShotGoals {
  std::optional<goals::Goal> filter;  ///< Never a score. None: all shots are sent.
  std::vector<goals::Goal> labels;
};

/// Paths begin at the request: "filter.potted.ball", "labels[3].ends_in.region". Either argument
/// may be null, which means that there is none.
absl::StatusOr<ShotGoals> ConvertShotGoals(
    const v1::Goal* filter, const google::protobuf::RepeatedPtrField<v1::Goal>* labels,
    const goals::KnownParts& known);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_GOAL_CONVERT_H_
