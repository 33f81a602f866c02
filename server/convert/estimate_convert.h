#ifndef CAROM_SERVER_CONVERT_ESTIMATE_CONVERT_H_
#define CAROM_SERVER_CONVERT_ESTIMATE_CONVERT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "carom/v1/estimate.pb.h"
#include "carom/v1/goal.pb.h"
#include "core/estimate/report.h"
#include "core/estimate/schedule.h"
#include "core/estimate/strike_noise.h"
#include "core/goals/goal.h"
#include "core/table/shot.h"

// Goals and estimates of the wire in the core's terms. Pure and thread-safe.

namespace carom {

/// What a batch wants of each of its shots.
struct ShotGoals {
  std::optional<goals::Goal> filter;  ///< Never a score. None: all shots are sent.
  std::vector<goals::Goal> labels;
};

using WireGoals = google::protobuf::RepeatedPtrField<v1::Goal>;

/// Paths begin at the request: "filter.potted.ball", "labels[3].ends_in.region". Either argument
/// may be null, which means that there is none.
absl::StatusOr<ShotGoals> ConvertShotGoals(const v1::Goal* filter, const WireGoals* labels,
                                           const goals::KnownParts& known);

/// Those of Detail.margins, none of them a score: "margins[3].ends_in.region".
absl::StatusOr<std::vector<goals::Goal>> ConvertMargins(const WireGoals& margins,
                                                        const goals::KnownParts& known);

/// How strikes differ from what was meant.
struct ConvertedNoise {
  std::optional<estimate::StrikeNoise> strike;
  std::optional<double> icga_magnitude;

  /// Of a struck ball of this radius; null: no noise. `room` holds what depends on the radius.
  const estimate::StrikeNoise* Of(double radius_m, estimate::StrikeNoise& room) const;
};

/// The paths begin with "noise".
absl::Status ConvertNoise(const v1::NoiseModel& wire, ConvertedNoise& noise);

/// An EstimateOutcomesRequest but for its candidates.
struct ConvertedEstimate {
  std::vector<goals::Goal> goals;
  ConvertedNoise noise;
  uint64_t seed = 0;
  estimate::ScheduleOptions schedule;
  estimate::ReportOptions report;
  std::vector<int> placed;  ///< Empty: the cue ball.
};

/// `known` is what all layouts and tables of the request have at least. Paths are those of the
/// request.
absl::StatusOr<ConvertedEstimate> ConvertEstimate(const v1::EstimateOutcomesRequest& request,
                                                  int candidates, const goals::KnownParts& known);

void WriteInterval(const stats::ProportionInterval& interval, v1::ProbabilityInterval& wire);
void WriteStrike(const CueStrike& strike, v1::CueStrike& wire);

/// What is reported of a candidate but its number, draws and typical outcomes.
void WriteReport(const estimate::CandidateReport& report, const ConvertedEstimate& estimate,
                 v1::CandidateEstimate& wire);

/// Draw `draw`, counted from the first one kept, whose strike is `strike`.
void WriteTypical(const estimate::ReportedDraws& draws, const estimate::TypicalDraw& typical,
                  uint64_t first_draw, const std::optional<CueStrike>& strike,
                  v1::TypicalOutcome& wire);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_ESTIMATE_CONVERT_H_
