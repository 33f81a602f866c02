#ifndef CAROM_CORE_SHOT_DRAWN_AIMS_H_
#define CAROM_CORE_SHOT_DRAWN_AIMS_H_

#include "core/base/vec3.h"

namespace carom {

/// Azimuth, rad, at which the line of aim of a cue ball at `cue_m` passes the centre of a ball at
/// `ball_m` by hit_offset times `reach_m`, the sum of their radii; positive: to its left. 0 is a
/// full hit; the sine of the cut angle is hit_offset.
double AzimuthForHitOffset(const Vec2& cue_m, const Vec2& ball_m, double reach_m,
                           double hit_offset);

/// Azimuth, rad, that pots the ball by geometry: from `cue_m` to the ghost ball, where the cue ball
/// touches the ball so that its centre leaves along the line to `pocket_m`.
double AzimuthToPot(const Vec2& cue_m, const Vec2& ball_m, double reach_m, const Vec2& pocket_m);

}  // namespace carom

#endif  // CAROM_CORE_SHOT_DRAWN_AIMS_H_
