#ifndef CAROM_SERVER_CONVERT_PLAY_CONVERT_H_
#define CAROM_SERVER_CONVERT_PLAY_CONVERT_H_

#include <array>
#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/aim.pb.h"
#include "carom/v1/play.pb.h"
#include "core/aim/aim.h"
#include "core/play/match.h"
#include "core/play/place_balls.h"
#include "core/play/plan.h"
#include "server/convert/rules_convert.h"

// Converts requests and answers of aims, plans and matches. Pure and thread-safe. Errors are
// INVALID_ARGUMENT with the path of the request's field.

namespace carom {

/// What a request asks beside its scene and its shot.
absl::StatusOr<aim::Options> ConvertAims(const v1::FindAimsRequest& request, const Scene& scene,
                                         const Shot& shot);

struct ConvertedPlan {
  play::Position position;
  play::PlanOptions options;
};
/// `layout` is the request's, on the scene's table.
absl::StatusOr<ConvertedPlan> ConvertPlan(const v1::PlanShotRequest& request, const Scene& scene,
                                          const Layout& layout);

struct ConvertedMatch {
  ConvertedRules game;
  play::MatchOptions options;
  std::array<play::PlanOptions, 2> players;
  int max_turns = 0;
};
/// `radius_m`: of the struck balls.
absl::StatusOr<ConvertedMatch> ConvertMatch(const v1::PlayMatchRequest& request, double radius_m);

/// Of a layout with so many balls.
absl::StatusOr<play::Placing> ConvertPlacing(const v1::Placing& wire, size_t balls);

void WriteAims(const aim::Answer& answer, v1::FindAimsResponse& wire);
void WritePlan(const play::Plan& plan, const Scene& scene, const play::Position& position,
               v1::PlanShotResponse& wire);
void WriteTurn(const play::Turn& turn, const ConvertedRules& game, uint64_t hash,
               v1::MatchTurn& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_PLAY_CONVERT_H_
