#ifndef CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
#define CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_

#include <algorithm>
#include <cmath>
#include <variant>

#include "core/base/parameters.h"
#include "core/base/portable_math.h"
#include "core/laws/ranges.h"
#include "core/solid/resolution.h"

namespace carom {

/// What a damped law does at a contact that began without approach: the ratio of the rate of
/// penetration to the speed of approach is then 0/0. [Smooth contact] 5 leaves it open.
enum class ZeroVelocityPolicy {
  kHertz,     ///< No damping for as long as this contact lasts.
  kRatioOne,  ///< The ratio is 1, as the paper proposes: stiffer by 1 + h, without loss.
  kStop,      ///< The run ends there, as the paper's did; the caller asks Undefined().
};

/// A normal force of Hertz's kind with hysteresis damping, ready for use in a hot loop:
///
///   F = K d^n (1 + h d'/v)
///
/// with the penetration d, its rate d', and v, the rate at which this contact began. h = 0 is
/// Hertz's own. The damping takes the same part of the energy at any speed; see normal_law.h.
/// A value; pure and thread-safe.
struct NormalForceLaw {
  double stiffness = 0.0;  ///< K, N/m^n.
  double exponent = 1.5;   ///< n.
  double damping = 0.0;    ///< h, no unit.
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  // Clips the force at 0. Without this it would pull where a third body tears the two apart.
  bool clip = true;

  /// True where kStop ends a run: a damped contact that begins without an approach.
  bool Undefined(double approach_m_s) const {
    return policy == ZeroVelocityPolicy::kStop && damping != 0.0 && approach_m_s < kResolution_m_s;
  }

  /// F, N, repulsive; 0 where the penetration is not positive.
  double Force(double penetration_m, double rate_m_s, double approach_m_s) const {
    if (!(penetration_m > 0.0)) return 0.0;
    const double force =
        ElasticForce(penetration_m) * (1.0 + damping * RateRatio(rate_m_s, approach_m_s));
    return clip ? std::max(force, 0.0) : force;
  }

  /// The part K d^n, N. Requires d >= 0.
  double ElasticForce(double penetration_m) const {
    return stiffness * RaisedBy(penetration_m, exponent);
  }

  /// Energy that K d^n stores, J. 0 where the penetration is not positive.
  double ElasticEnergy(double penetration_m) const {
    if (!(penetration_m > 0.0)) return 0.0;
    return ElasticForce(penetration_m) * penetration_m / (exponent + 1.0);
  }

 private:
  // d'/v; where there was no approach, what the policy says.
  double RateRatio(double rate_m_s, double approach_m_s) const {
    if (approach_m_s >= kResolution_m_s) return rate_m_s / approach_m_s;
    return policy == ZeroVelocityPolicy::kRatioOne ? 1.0 : 0.0;
  }

  static double RaisedBy(double d, double n) {
    if (n == 1.5) return d * std::sqrt(d);
    return n == 1.0 ? d : Pow(d, n);
  }
};

/// F = K d^n, without loss. [Compliant pool table] (3.9), [Smooth contact] (9)
struct HertzLaw {
  static constexpr char kName[] = "hertz";

  double exponent = 1.5;  ///< n in [1, 3]; 1.5 between spheres.

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    visit("exponent", self.exponent, kHertzExponentRange);
  }
};

/// The parameters of the two damped laws below, whose restitutions differ in their range.
struct DampedLaw {
  double restitution = 0.93;  ///< c in [0, 1]; in (0, 1] for Flores and when exact.
  bool exact = false;
  double exponent = 1.5;  ///< n in [1, 3].
  ZeroVelocityPolicy policy = ZeroVelocityPolicy::kHertz;
  bool clip = true;

  template <class Self, class Visitor>
  static void DampedParameters(Self& self, Visitor& visit, const Interval& restitution) {
    visit("restitution", self.restitution, restitution);
    visit("exact", self.exact);
    visit("exponent", self.exponent, kHertzExponentRange);
    visit("zero_velocity", self.policy);
    visit("clip", self.clip);
  }
};

/// F = K d^n (1 + (3/4)(1 - c^2) d'/v). [Compliant pool table] (3.3), (3.7), [Smooth contact] (10),
/// after [Lankarani & Nikravesh 1990].
///
/// The restitution is higher than c (0.93 gives 0.9367, 0.7 gives 0.7960): the derivation assumes
/// little loss. `exact` takes the damping that gives c itself.
struct LankaraniNikravesh : DampedLaw {
  static constexpr char kName[] = "lankarani_nikravesh";

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    DampedParameters(self, visit, kRestitutionRange);
    // For a restitution of zero an exact law would need an infinite damping.
    if (self.exact) AlsoIn(visit, "restitution", self.restitution, kPositiveRestitutionRange);
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
struct FloresLaw : DampedLaw {
  static constexpr char kName[] = "flores";

  template <class Self, class Visitor>
  static void Parameters(Self& self, Visitor& visit) {
    DampedParameters(self, visit, kPositiveRestitutionRange);
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

/// The restitution of two bodies that collide with the force K d^n (1 + h d'/v).
///
/// In the phase plane m d' dd'/dd = -K d^n (1 + h d'/v), so with u = d'/v and E the elastic energy
///
///   integral of u du/(1 + h u) = -(change of E)/(m v^2)
///
/// has the same size and opposite signs for compression (u from 1 to 0) and for restitution (u from
/// 0 to -e), whatever K, n, m and v are. Hence  h (1 + e) = ln[(1 + h)/(1 - h e)]:  e depends on h
/// alone. (The laws' own derivations approximate it, which is why their c is not the restitution
/// that they give.) catalogue C-03, C-04

/// The h >= 0 that gives the restitution e in (0, 1]. Error below 1e-14 (1 + h).
double DampingOfRestitution(double restitution);

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_NORMAL_LAW_H_
