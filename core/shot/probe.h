#ifndef CAROM_CORE_SHOT_PROBE_H_
#define CAROM_CORE_SHOT_PROBE_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "core/base/stop_token.h"
#include "core/estimate/strike_noise.h"
#include "core/shot/simulate.h"
#include "core/table/shot.h"

namespace carom {

struct ProbeOptions {
  estimate::StrikeNoise noise;
  uint64_t seed = 0;
  int draws = 64;
};

/// How far the derivatives of one ball carry. An error is the distance from where the ball ends to
/// where its derivatives by the strike say that it would, m; NaN where no draw kept its events, or
/// where it has no derivatives.
struct BallProbe {
  int kept = 0;  ///< Draws after which the ball has the same events: kinds and partners, in order.
  double median_error_m = std::numeric_limits<double>::quiet_NaN();  ///< Over draws that kept them.
  double worst_error_m = std::numeric_limits<double>::quiet_NaN();
};

struct ProbeReport {
  int played = 0;  ///< Draws that could be played, of those that were asked for.
  std::vector<BallProbe> balls;
};

/// Plays the shot again with noise, draw by draw (estimate::AddNoise), and compares what happens
/// with the shot as it was meant and its derivatives by the strike. Linear models promise no radius
/// within which they hold; this is how they do for a player's own noise.
///
/// INVALID_ARGUMENT with the path "probe" for a shot without a strike or another engine than the
/// event-driven one; else the errors of Simulate(). The report is of no use once `stop` has said
/// yes.
absl::Status ProbeShot(const Scene& scene, const Shot& shot, const ProbeOptions& options,
                       StopToken stop, Workspace& workspace, ProbeReport& report);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_PROBE_H_
