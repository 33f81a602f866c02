#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_INTEGRAL_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_INTEGRAL_H_

#include "core/laws/friction/contensou_slip.h"

namespace carom {

/// The integral model of [Contensou ball]: Coulomb friction on each element of a patch with the
/// distorted Hertzian pressure (1), Eqs. (5) and (8); with a smoothing > 0 the regularised Eq.
/// (16), which adds its square under each root.
///
/// Exact, in closed form; the error is about 1e-15, whether the instantaneous centre of rotation
/// lies inside the patch, on its rim or outside. Without slip and smoothing the direction of
/// friction is unknown; the answer is then zero. Pure and thread-safe; no allocation; about 0.1 us.
///
/// Requires |shift| <= 1 and smoothing_per_s >= 0 (eps_t).
PatchFriction IntegralFriction(const PatchSlip& slip, double smoothing_per_s);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_INTEGRAL_H_
