#ifndef CAROM_CORE_AIM_SOLVE_H_
#define CAROM_CORE_AIM_SOLVE_H_

#include <optional>
#include <vector>

#include "core/aim/route.h"
#include "core/aim/trial.h"
#include "core/base/vec3.h"
#include "core/table/shot.h"

namespace carom::aim {

/// Numbers of a strike between which the ball is potted and the cue ball stays in play, all others
/// fixed.
struct Window {
  double low = 0.0;
  double high = 0.0;
};

/// A strike that takes its route.
struct Solution {
  CueStrike strike;
  /// Metres by which the last leg's path passes the pocket's centre, for each radian.
  double slope_m_rad = 0.0;
};

/// A strike that pots.
struct Pot {
  CueStrike strike;  ///< In the middle of its window of azimuth.
  double slope_m_rad = 0.0;
  Window azimuth_rad;
  Window speed_m_s;  ///< At this azimuth.
};

/// Turns the cue until the called ball's path leads to the middle of the pocket: Newton's method,
/// leg by leg, with derivatives of the trial shots, from a start that knows mirrors, squirt and
/// nothing else. Raises the speed where a ball stops on its path. Nothing where the route cannot be
/// played.
std::optional<Solution> TurnToMiddle(Trials& trials, const Route& route, CueStrike strike);

/// Where that begins, by geometry and squirt; its slope is the reach of the route.
Solution InitialGuess(const Trials& trials, const Route& route, CueStrike strike);

/// Finds a strike that pots and keeps the cue ball in play near one that leads to the middle, and
/// its windows, by plain shots: a ball may touch a jaw and drop, or be too fast for the middle;
/// others may stand before a part of the mouth, or graze the path. Where every strike that pots
/// loses the cue ball, other speeds are tried. Nothing where none does.
std::optional<Pot> FindPot(Trials& trials, const Route& route, Solution solution);

/// The windows around a strike that pots.
Window AzimuthWindow(Trials& trials, const Route& route, const CueStrike& strike,
                     double slope_m_rad);
Window SpeedWindow(Trials& trials, const Route& route, const CueStrike& strike);

/// Where the cue ball is to end.
struct CueBallPlace {
  Vec2 at_m = Vec2::Zero();
  double within_m = 0.1;
};

struct PlacedPot {
  CueStrike strike;
  double distance_m = 0.0;  ///< Of the cue ball's last place from where it is to end.
};

/// Strikes that pot on this route after which the cue ball ends near the place, of different
/// speeds: a grid of speeds, heights and sides, then Levenberg and Marquardt's method over azimuth,
/// speed, side and height from the best of its nodes. Where none comes near enough, the one that
/// comes nearest, the given one at the worst. Takes some 420 shots at the most.
std::vector<PlacedPot> PlaceCueBall(Trials& trials, const Route& route, const Pot& pot,
                                    const CueBallPlace& place);

/// Moves a tip that is further from the centre than `most`, radii, towards it.
void KeepTipWithin(double most, CueStrike& strike);

}  // namespace carom::aim

#endif  // CAROM_CORE_AIM_SOLVE_H_
