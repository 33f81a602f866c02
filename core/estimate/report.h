#ifndef CAROM_CORE_ESTIMATE_REPORT_H_
#define CAROM_CORE_ESTIMATE_REPORT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/estimate/reported_draws.h"
#include "core/stats/proportion.h"

namespace carom::estimate {

struct ReportOptions {
  double confidence = 0.95;
  std::vector<double> quantiles;
  std::optional<Vec2> target_m;  ///< Absent: the cue ball's mean place.
  int representatives = 0;
  std::vector<bool> is_score;  ///< By goal.
};

/// How a goal was met.
struct GoalReport {
  double mean = 0.0;
  double deviation = 0.0;  ///< From draw to draw.
  int64_t successes = 0;   ///< 0 for a score, whose intervals are void.
  stats::ProportionInterval wilson;
  stats::ProportionInterval clopper_pearson;
};

/// Where a ball ends, over the draws after which it is in play.
struct PlaceReport {
  int ball = 0;
  int64_t in_play = 0;
  Vec2 mean_m = Vec2::Zero();
  double xx_m2 = 0.0;
  double xy_m2 = 0.0;
  double yy_m2 = 0.0;
};

struct PocketingReport {
  int ball = 0;
  int pocket = 0;
  int64_t draws = 0;
};

struct TypicalDraw {
  int64_t draw = 0;  ///< Counted from the first.
  double weight = 0.0;
};

/// A candidate in full. Sums run over the draws in their order.
struct CandidateReport {
  int64_t played = 0;  ///< Draws that could be played.
  std::vector<GoalReport> goals;
  std::vector<PlaceReport> places;
  std::vector<PocketingReport> pocketing;  ///< By ball, then pocket.
  std::vector<double> distances_m;         ///< One for each quantile; empty without such draws.
  std::vector<double> clearances_m;        ///< Likewise.
  std::vector<TypicalDraw> representatives;
  std::optional<int64_t> closest_to_failing;
};

/// Pure and thread-safe. Asks `stop` now and then; a report is of no use once it has said yes.
CandidateReport MakeReport(const ReportedDraws& draws, const ReportOptions& options,
                           StopToken stop = {});

}  // namespace carom::estimate

#endif  // CAROM_CORE_ESTIMATE_REPORT_H_
