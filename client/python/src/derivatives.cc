#include "client/python/src/derivatives.h"

#include <limits>

#include "carom/client/shot_outcome.h"
#include "client/internal/status.h"

namespace carom::python {
namespace {

constexpr double kNoDerivative = std::numeric_limits<double>::quiet_NaN();

absl::Status TooManyBalls() {
  return absl::InternalError("the server sent more balls than the game has");
}

}  // namespace

absl::Status DerivativeLog::Append(const v1::ShotResults& results) {
  const auto shots = ReadDerivatives(results);
  if (!shots.ok()) return shots.status();
  const size_t rows = kStateRows * paths_;
  for (const ShotDerivatives& shot : *shots) {
    if (shot.margin_values_m.size() != goals_) {
      return absl::InternalError("the server sent other margins than were asked for");
    }
    if (shot.balls.size() > balls_ || (!shot.balls.empty() && shot.paths != paths_)) {
      return TooManyBalls();
    }
    for (const BallDerivatives& ball : shot.balls) {
      ends.push_back(static_cast<int8_t>(ball.end));
      end_events.push_back(ball.end_event);
      if (ball.Valid()) {
        finals.insert(finals.end(), ball.final_state.begin(), ball.final_state.end());
      } else {
        finals.insert(finals.end(), rows, kNoDerivative);
      }
    }
    const size_t missing = balls_ - shot.balls.size();
    ends.insert(ends.end(), missing, 0);
    end_events.insert(end_events.end(), missing, -1);
    finals.insert(finals.end(), missing * rows, kNoDerivative);
    event_times.insert(event_times.end(), shot.event_times.begin(), shot.event_times.end());
    samples.insert(samples.end(), shot.samples.begin(), shot.samples.end());
    margin_values_m.insert(margin_values_m.end(), shot.margin_values_m.begin(),
                           shot.margin_values_m.end());
    margins.insert(margins.end(), shot.margins.begin(), shot.margins.end());
  }
  return absl::OkStatus();
}

absl::Status ProbeLog::Append(const v1::ShotResults& results) {
  const auto shots = ReadProbes(results);
  if (!shots.ok()) return shots.status();
  for (const ShotProbe& shot : *shots) {
    if (shot.balls.size() > balls_) return TooManyBalls();
    played.push_back(static_cast<int32_t>(shot.played));
    for (const ProbedBall& ball : shot.balls) {
      kept.push_back(static_cast<int32_t>(ball.kept));
      median_errors_m.push_back(ball.median_error_m);
      worst_errors_m.push_back(ball.worst_error_m);
    }
    const size_t missing = balls_ - shot.balls.size();
    kept.insert(kept.end(), missing, 0);
    median_errors_m.insert(median_errors_m.end(), missing, kNoDerivative);
    worst_errors_m.insert(worst_errors_m.end(), missing, kNoDerivative);
  }
  return absl::OkStatus();
}

}  // namespace carom::python
