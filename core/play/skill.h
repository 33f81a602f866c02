#ifndef CAROM_CORE_PLAY_SKILL_H_
#define CAROM_CORE_PLAY_SKILL_H_

#include <optional>
#include <span>

#include "core/base/constants.h"
#include "core/estimate/strike_noise.h"
#include "core/shot/simulate.h"
#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom::play {

/// The cue as a cone that has to pass over rails and balls.
struct CueShape {
  double tip_radius_m = 0.0065;   ///< Half of 13 mm: a pool cue's tip.
  double butt_radius_m = 0.0145;  ///< Half of 29 mm.
  double length_m = 1.47;         ///< 58 in.

  double RadiusAt(double from_tip_m) const;
};

/// What a player can do.
struct Skill {
  estimate::StrikeNoise noise;  ///< How strikes differ from the intended ones.
  double fastest_m_s = 6.0;     ///< Of a cue in play.
  double fastest_break_m_s = 10.0;
  /// The cue is raised over what is behind the cue ball; absent: it passes through rails and balls.
  std::optional<CueShape> cue = CueShape();
  double highest_rad = 50.0 * kPi / 180.0;  ///< Greatest elevation.
};

/// The least elevation at which the cue touches neither a ball nor a nose behind the cue ball,
/// rad; nothing where there is none below a right angle. Of the strike the speed and the elevation
/// are not asked. Exact for a straight horizontal nose that the cue crosses and for balls on the
/// cloth, with a cue as thick as it is above them.
std::optional<double> LeastElevation(const Scene& scene, std::span<const BallState> states,
                                     const CueStrike& strike, const CueShape& cue);

/// The standard deviation of the direction in which a ball leaves the cue, rad, of strikes at its
/// centre at this speed: what azimuth and squirt of the noise amount to. Pure.
double DirectionDeviation(const Scene& scene, const estimate::StrikeNoise& noise, double speed_m_s);

}  // namespace carom::play

#endif  // CAROM_CORE_PLAY_SKILL_H_
