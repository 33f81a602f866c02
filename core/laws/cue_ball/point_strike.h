#ifndef CAROM_CORE_LAWS_CUE_BALL_POINT_STRIKE_H_
#define CAROM_CORE_LAWS_CUE_BALL_POINT_STRIKE_H_

#include "core/state/trajectory.h"
#include "core/table/shot.h"

namespace carom {

/// An instantaneous point impact of the tip, without loss along the cue, with squirt.
/// [Leckie & Greenspan 2006] Eqs. (6)-(10) for speed and spin; [Alciatore, TP A.31] for squirt.
///
/// Adds the velocity and spin of the stroke to those of `ball` (which is usually at rest), in full
/// 3-D: an elevated cue drives the ball into the slate. The engine drops that part while flight is
/// off; swerve remains, through the spin. Frame W.
void Resolve(const CueStrike& strike, const Cue& cue, const BallSpec& spec, BallState& ball);

/// True when the offset is beyond the cue's miscue limit.
bool IsMiscue(const CueStrike& strike, const Cue& cue);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_CUE_BALL_POINT_STRIKE_H_
