#ifndef CAROM_CORE_AIM_AIM_H_
#define CAROM_CORE_AIM_AIM_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "core/aim/route.h"
#include "core/aim/solve.h"
#include "core/base/stop_token.h"
#include "core/estimate/strike_noise.h"
#include "core/goals/goal.h"
#include "core/shot/simulate.h"
#include "core/stats/proportion.h"
#include "core/table/shot.h"

/// Finds strikes that pot a called ball: which routes there are, with which strikes they are
/// played, how much the strikes may differ, and how likely a player with a given noise succeeds.

namespace carom::aim {

struct Options {
  Call call;
  std::optional<CueBallPlace> cue_ball_to;
  estimate::StrikeNoise noise;
  uint64_t seed = 0;
  double confidence = 0.95;
  int most_routes = 64;      ///< That are solved: the easiest by geometry.
  int most_candidates = 10;  ///< That are answered.
  int64_t race_draws = 64;   ///< Of each strike that races, on average.
  int64_t draws = 256;       ///< Of each candidate that is answered, none of them the race's.
};

/// Whether a draw reaches what was called: the ball drops into the pocket, the cue ball touches the
/// route's first ball first and stays in play (and, with a place, ends there).
goals::Goal GoalOf(const Route& route, const std::optional<CueBallPlace>& place);

struct Candidate {
  Route route;
  CueStrike strike;
  Window azimuth_rad;  ///< Of strikes after which the cue ball stays in play.
  Window speed_m_s;    ///< Likewise.
  /// Metres by which the called ball's path passes the pocket's centre, for each radian.
  double slope_m_rad = 0.0;
  std::optional<double> cue_ball_off_m;  ///< With a place: without noise.
  int64_t draws = 0;
  int64_t successes = 0;
  double chance = 0.0;
  stats::ProportionInterval interval;
  int shots = 0;  ///< That the search for it took.
};

struct Answer {
  std::vector<Candidate> candidates;  ///< The likeliest first.
  int routes = 0;                     ///< Those that may be played past all balls.
  int solved = 0;                     ///< Of them, how many were tried.
  int potting = 0;                    ///< Of these, how many pot, each by a path of its own.
  int64_t shots = 0;                  ///< Played in all, draws included.
};

/// INVALID_ARGUMENT, with the field's path in the request, where nothing but the cue ball is in
/// play or the place for it is not on the table. Requires a strike of a ball of the shot.
absl::Status CheckQuestion(const Table& table, const Shot& shot, const Options& options);

/// `shot.strike` tells the cue ball, the elevation, the offsets of the tip, and the speed with
/// which routes are tried first; its azimuth is not asked. A pure function of its arguments: the
/// same bits on every machine. INVALID_ARGUMENT with the field's path for another engine than the
/// event-driven one, for balls that move, for no strike, and for what Simulate() refuses.
absl::StatusOr<Answer> FindAims(const Scene& scene, const Shot& shot, const Options& options,
                                StopToken stop, Workspace& workspace);

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_AIM_H_
