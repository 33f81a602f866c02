#ifndef CAROM_CORE_LAWS_FRICTION_CUT_IN_H_
#define CAROM_CORE_LAWS_FRICTION_CUT_IN_H_

namespace carom {

/// The slip speed, m/s, below which CutIn() regularises the laws that do not vanish at rest.
/// Ambrosio's law takes the same value in [Compliant pool table] 3.3. At 1 m/s and more it takes up
/// to 8e-4 degrees (with side 2e-3) off the throw of balls whose contact comes to stick.
inline constexpr double kFullSlip_m_s = 1e-3;

/// The share of the friction that acts at a slip speed >= 0: s (3 - s^2)/2 with s = slip/full, 1
/// from `full` on. Coulomb's force jumps where the slip reverses, and integrators chatter on the
/// jump. This factor, times a unit vector along the slip, has no corner at rest and none where it
/// is full. A ball that the law would hold at rest creeps, at most at `full`. With full = 0 the
/// force jumps.
inline double CutIn(double slip_m_s, double full_m_s) {
  if (slip_m_s >= full_m_s) return slip_m_s > 0.0 ? 1.0 : 0.0;
  const double s = slip_m_s / full_m_s;
  return 0.5 * s * (3.0 - s * s);
}

}  // namespace carom

#endif  // CAROM_CORE_LAWS_FRICTION_CUT_IN_H_
