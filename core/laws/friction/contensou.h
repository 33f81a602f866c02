#ifndef CAROM_CORE_LAWS_FRICTION_CONTENSOU_H_
#define CAROM_CORE_LAWS_FRICTION_CONTENSOU_H_

#include <span>

#include "absl/status/statusor.h"
#include "core/base/interval.h"
#include "core/base/parameters.h"
#include "core/base/stop_token.h"
#include "core/base/vec3.h"
#include "core/laws/friction/contensou_friction.h"
#include "core/laws/ranges.h"
#include "core/table/factor_table.h"

namespace carom {

enum class ContensouModel {
  kIntegral,       ///< Coulomb friction on each element, Eqs. (5), (16); exact.
  kFourParameter,  ///< Eq. (17) with ContensouPatch::four_parameter_blend.
  kTwoParameter,   ///< Eq. (17) with ContensouPatch::two_parameter_blend.
};

/// What eps_t is added to in the integral model. The approximations know kGlobal only.
enum class SlipSmoothing {
  kLocal,   ///< The slip of each element, as printed in Eq. (16).
  kGlobal,  ///< The whole motion, as in Eq. (17): the unsmoothed resistance, times
            ///< lambda / sqrt(lambda^2 + eps_t^2) with the lambda of Eq. (6).
};

/// How a ball moves over the surface at a contact, in the contact plane. SI units.
struct PatchMotion {
  Vec2 slip_m_s = Vec2::Zero();  ///< Of the ball's surface over the other body, at the centre.
  double spin_rad_s = 0.0;       ///< About the normal, which points to the ball.
  /// Velocity of the patch over the surface of the body that deforms; the pressure leans along it.
  /// It is the ball's own velocity where a rigid ball rolls on a deformable table, Eq. (27).
  Vec2 rolling_m_s = Vec2::Zero();
  /// The same over the surface of the second deformable body, if there is one.
  Vec2 other_rolling_m_s = Vec2::Zero();
};

/// What acts on the ball, at the centre of the patch.
struct PatchLoad {
  Vec2 force_N = Vec2::Zero();
  double spin_moment_N_m = 0.0;            ///< About the normal.
  Vec2 rolling_moment_N_m = Vec2::Zero();  ///< Rolling resistance, from the lean of the pressure.
};

/// Friction on a circular patch with the Hertzian pressure of [Contensou ball], which leans forward
/// when the ball rolls. The resistances to sliding, spinning and rolling are coupled. Immutable in
/// use, thread-safe. Defaults are those of section 3.2.
///
/// A ball of radius R that purely rolls has the rolling friction a d / (7 R) of a Cloth; one that
/// purely spins has its spinning friction mu_spin = 3 pi a mu / (16 R).
struct ContensouPatch {
  static constexpr char kName[] = "contensou";

  double radius_m = 0.003;  ///< a, in [1e-9, 1].
  double friction = 0.2;    ///< mu, in [0, 10].
  /// d >= 0, rolling resistance: the centre of pressure leads by d a / 5.
  double lean = 1.0;
  /// The same for the second deformable body. `lean` + `other_lean` <= 1, so that no pressure is
  /// negative.
  double other_lean = 0.0;
  /// Of `lean`, at the speed at which the ball moves over the surface. At most 1 / `lean`.
  FactorTable lean_factor{};

  ContensouModel model = ContensouModel::kTwoParameter;
  ContensouBlend four_parameter_blend = kFourParameterBlend;
  ContensouBlend two_parameter_blend = kTwoParameterBlend;  ///< Any m will do; 2 is fast.

  /// eps_t, eps_r >= 0: rates (a velocity divided by a) below which friction and lean fade out.
  /// With 0 the laws have their jumps, and all loads are zero at rest. The paper gives these rates
  /// without a unit.
  double slip_smoothing_per_s = 0.01;
  double rolling_smoothing_per_s = 0.01;
  SlipSmoothing smoothing = SlipSmoothing::kLocal;

  /// The slip at the centre up to which friction builds up, for a ball without spin, m/s.
  double FullSlip() const { return radius_m * slip_smoothing_per_s; }

  /// `lean` at this rolling velocity.
  double LeanAt(const Vec2& rolling_m_s) const {
    return lean_factor.IsConstant() ? lean : lean * lean_factor.At(rolling_m_s.norm());
  }

  /// (d_c, d_s) of Eq. (2), smoothed as in Eq. (14): the sum of those of both deformable bodies, as
  /// section 2.1 says.
  Vec2 Shift(const PatchMotion& motion) const;

  /// (T_x, T_y), M of the chosen model at a given shift, scaled.
  PatchFriction Friction(const PatchSlip& slip) const;

  /// The whole load at a normal force >= 0. No allocation; finite for any finite motion.
  PatchLoad Evaluate(const PatchMotion& motion, double normal_force_N) const;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("radius_m", self.radius_m, {1e-9, 1.0});
    visit("friction", self.friction, kFrictionRange);
    visit("lean", self.lean, {0.0, 1.0});
    visit("other_lean", self.other_lean, {0.0, 1.0});
    AlsoIn(visit, "other_lean", self.other_lean, {0.0, 1.0 - self.lean});
    visit("model", self.model);
    visit.Part("four_parameter_blend", self.four_parameter_blend);
    visit.Part("two_parameter_blend", self.two_parameter_blend);
    visit("slip_smoothing_per_s", self.slip_smoothing_per_s, {0.0, 1e6});
    visit("rolling_smoothing_per_s", self.rolling_smoothing_per_s, {0.0, 1e6});
    visit("smoothing", self.smoothing);
  }
};

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

#endif  // CAROM_CORE_LAWS_FRICTION_CONTENSOU_H_
