#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_SLIP_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_SLIP_H_

#include "core/base/vec3.h"

namespace carom {

/// How a circular contact patch of radius a moves over its counterpart, in the scaled quantities of
/// [Contensou ball] section 2: lengths are divided by a, so that all velocities are rates.
///
/// [Contensou ball] is G. Kudra, M. Szewc, I. Wojtunik, J. Awrejcewicz, "Shaping the trajectory of
/// the billiard ball with approximations of the resultant contact forces", Mechatronics (2016).
struct PatchSlip {
  Vec2 slip_per_s = Vec2::Zero();  ///< (v_sx, v_sy): of the patch's centre, divided by a.
  double spin_rad_s = 0.0;         ///< omega_s, about the normal.
  /// (d_c, d_s) of Eq. (2): five times how far the centre of pressure lies from the patch's centre,
  /// in units of a. Its length is at most 1, where the pressure (1) reaches zero at the rim.
  Vec2 shift = Vec2::Zero();
};

/// What resists that slip, scaled: the friction force on the body above is -mu N (T_x, T_y), its
/// moment about the normal at the patch's centre is -mu N a M.
struct PatchFriction {
  Vec2 force = Vec2::Zero();  ///< (T_x, T_y); its length is at most 1.
  double moment = 0.0;        ///< M; 3 pi / 16 for pure spin.
};

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_SLIP_H_
