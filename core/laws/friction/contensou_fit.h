#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_FIT_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_FIT_H_

#include <span>

#include "absl/status/statusor.h"
#include "core/base/interval.h"
#include "core/base/stop_token.h"
#include "core/laws/friction/contensou_friction.h"

namespace carom {

/// One row of friction that the approximation is fitted to: computed by the integral model, or
/// measured on a patch that slides and spins.
struct FrictionMeasurement {
  PatchSlip slip;
  PatchFriction friction;
  double weight = 1.0;  ///< Of its squared errors.

  /// Friction never exceeds the normal force; measured values, with their noise, may.
  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("force", self.friction.force, {-10.0, 10.0});
    visit("moment", self.friction.moment, {-10.0, 10.0});
    visit("weight", self.weight, {0.0, 1e6});
  }
};

struct BlendFitOptions {
  ContensouBlend start = kFourParameterBlend;
  bool fit_exponents = true;  ///< False: m_T and m_M stay at the start's; the two-parameter model.
  StopToken stop = StopToken();  ///< Asked before each iteration.
};

/// The blend that fits best, and the two objectives of [Contensou ball] 2.3 there: the weighted
/// sums of squared errors of T_x and T_y, and of M.
struct BlendFit {
  ContensouBlend blend;
  double force_objective = 0.0;
  double moment_objective = 0.0;
  int iterations = 0;  ///< Of both fits together.
};

/// Fits the blend to rows by least squares (Levenberg-Marquardt; b and m by their logarithms, so
/// that they stay positive). Force and moment are independent of each other.
///
/// INVALID_ARGUMENT with a path such as "rows[3]" for numbers that are not finite or a negative
/// weight; FAILED_PRECONDITION when the rows do not determine a parameter (pure slip and pure spin
/// determine none, Eq. (11)); CANCELLED. Pure and thread-safe; bits depend on the arguments alone.
absl::StatusOr<BlendFit> FitBlend(std::span<const FrictionMeasurement> rows,
                                  const BlendFitOptions& options);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_FIT_H_
