#ifndef CAROM_CORE_LAWS_NORMAL_NORMAL_FORCE_H_
#define CAROM_CORE_LAWS_NORMAL_NORMAL_FORCE_H_

#include <algorithm>
#include <cmath>

#include "core/base/portable_math.h"
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

}  // namespace carom

#endif  // CAROM_CORE_LAWS_NORMAL_NORMAL_FORCE_H_
