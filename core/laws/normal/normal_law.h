#ifndef CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
#define CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_

#include <variant>

#include "absl/status/status.h"
#include "core/laws/normal/normal_force.h"
#include "core/laws/ranges.h"

namespace carom {

/// F = K d^n, without loss. [Compliant pool table] (3.9), [Smooth contact] (9)
struct HertzLaw {
  static constexpr char kName[] = "hertz";

  double exponent = 1.5;  ///< n in [1, 3]; 1.5 between spheres.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("exponent", self.exponent, kHertzExponentRange);
  }
};

/// F = K d^n (1 + (3/4)(1 - c^2) d'/v). [Compliant pool table] (3.3), (3.7), [Smooth contact] (10),
/// after [Lankarani & Nikravesh 1990].
///
/// The restitution is higher than c (0.93 gives 0.9367, 0.7 gives 0.7960): the derivation assumes
/// little loss. `exact` takes the damping that gives c itself.
struct LankaraniNikravesh {
  static constexpr char kName[] = "lankarani_nikravesh";

  double restitution = 0.93;  ///< c in [0, 1]; in (0, 1] when exact.
  bool exact = false;
  double exponent = 1.5;  ///< n in [1, 3].
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  bool clip = true;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kRestitutionRange);
    visit("exact", self.exact);
    visit("exponent", self.exponent, kHertzExponentRange);
    visit("zero_velocity", self.policy);
    visit("clip", self.clip);
  }
};

/// h = (3/4)(1 - c^2), as printed.
constexpr double PrintedDamping(const LankaraniNikravesh& law) {
  return 0.75 * (1.0 - law.restitution * law.restitution);
}

/// F = K d^n (1 + (8/5)((1 - c)/c) d'/v). [Smooth contact] (11), after [Flores et al. 2011].
///
/// The restitution is close to c over the whole range (0.93 gives 0.9256, 0.5 gives 0.4704).
/// `exact` takes the damping that gives c itself, which makes it the same law as the exact
/// LankaraniNikravesh.
struct FloresLaw {
  static constexpr char kName[] = "flores";

  double restitution = 0.93;  ///< c in (0, 1].
  bool exact = false;
  double exponent = 1.5;  ///< n in [1, 3].
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  bool clip = true;

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("restitution", self.restitution, kPositiveRestitutionRange);
    visit("exact", self.exact);
    visit("exponent", self.exponent, kHertzExponentRange);
    visit("zero_velocity", self.policy);
    visit("clip", self.clip);
  }
};

/// h = (8/5)(1 - c)/c, as printed.
constexpr double PrintedDamping(const FloresLaw& law) {
  return 1.6 * (1.0 - law.restitution) / law.restitution;
}

/// The normal force laws.
using NormalLaw = std::variant<HertzLaw, LankaraniNikravesh, FloresLaw>;

/// The chosen law at a contact of stiffness K, N/m^n. Requires a valid law.
NormalForceLaw MakeNormalForce(const NormalLaw& law, double stiffness);

/// INVALID_ARGUMENT with a path such as "flores.restitution" for parameters out of range.
absl::Status ValidateNormalLaw(const NormalLaw& law);

/// The restitution of two bodies that meet with the force K d^n (1 + h d'/v).
///
/// In the phase plane m d' dd'/dd = -K d^n (1 + h d'/v), so with u = d'/v and E the elastic energy
///
///   integral of u du/(1 + h u) = -(change of E)/(m v^2)
///
/// has the same size and opposite signs for compression (u from 1 to 0) and for restitution (u from
/// 0 to -e), whatever K, n, m and v are. Hence  h (1 + e) = ln[(1 + h)/(1 - h e)]:  e depends on h
/// alone. (The laws' own derivations approximate it, which is why their c is not the restitution
/// that they give.) catalogue C-03, C-04

/// e in (0, 1] of a damping factor h >= 0. Relative error below 1e-13.
double RestitutionOfDamping(double damping);

/// The h >= 0 that gives the restitution e in (0, 1]. Error below 1e-14 (1 + h).
double DampingOfRestitution(double restitution);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
