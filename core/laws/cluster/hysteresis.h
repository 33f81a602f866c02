#ifndef CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_H_
#define CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_H_

#include <algorithm>
#include <cmath>

namespace carom::internal {

/// Hertz's force with a loss that does not depend on speed. Loading follows the virgin curve; below
/// the deepest penetration m so far the force follows an elastic curve of stiffness K/e^3 that
/// starts at the permanent set (1 - e^2) m of the contact.
///
///   F(d; m) = K d^(3/2)                            d >= m (which then grows with d)
///           = (K/e^3) (d - (1 - e^2) m)^(3/2)      (1 - e^2) m < d < m
///           = 0                                    below
///
/// Continuous at d = m, where both give K m^(3/2). Loading to m takes the work (2/5) K m^(5/2),
/// unloading returns (2/5) (K/e^3) (e^2 m)^(5/2), e^2 of it: two bodies separate with e times their
/// approach, whatever that is, and nothing is 0/0 at rest. (The damped laws of Lankarani-Nikravesh
/// and Flores divide by the speed of approach, which touching bodies of a rack do not have.)
///
/// Energy never grows, however the contact is loaded, unloaded and loaded again: let U(d; m) =
/// (2/5) (K/e^3) (d - (1 - e^2) m)_+^(5/2). Below m, dU/dt = F d'. On the virgin curve U = e^2
/// (2/5) K m^(5/2), so dU/dt = e^2 F d' <= F d'. So the work of the bodies on a contact is at least
/// the growth of U >= 0, and what it returns is at most U. A contact that separates has U = 0 and
/// starts again from its set, with a virgin curve.
class HertzHysteresis {
 public:
  /// A restitution below this counts as this (it returns 1/2500 of the energy): the unloading curve
  /// of a contact that returns nothing would be infinitely steep.
  static constexpr double kLeastRestitution = 0.02;

  HertzHysteresis() = default;
  HertzHysteresis(double stiffness, double restitution) : virgin_(stiffness) {
    const double e = std::max(restitution, kLeastRestitution);
    kept_ = 1.0 - e * e;
    elastic_ = stiffness / (e * e * e);
  }

  /// The force at a penetration d (m, negative: apart), N.
  double Force(double d) const {
    if (d >= deepest_) return d > 0.0 ? virgin_ * d * std::sqrt(d) : 0.0;
    const double beyond_set = d - kept_ * deepest_;
    return beyond_set > 0.0 ? elastic_ * beyond_set * std::sqrt(beyond_set) : 0.0;
  }

  /// True while `d` is on the virgin curve of a contact that loses energy: its turning point then
  /// decides the elastic curve, so a step has to end there.
  bool TurningPointMatters(double d) const { return kept_ > 0.0 && d > 0.0 && d >= deepest_; }

  /// Penetration at which the contact's force begins, m.
  double Onset() const { return kept_ * deepest_; }

  double virgin() const { return virgin_; }    ///< K, N/m^(3/2).
  double elastic() const { return elastic_; }  ///< K/e^3, N/m^(3/2).
  double deepest() const { return deepest_; }  ///< m, m.

  /// Records that the penetration has come to `d`. Returns the penetration to go on with, which is
  /// counted from the set once the bodies have separated.
  double Settle(double d) {
    deepest_ = std::max(deepest_, d);
    if (deepest_ <= 0.0 || d > Onset()) return d;
    const double from_set = d - Onset();
    deepest_ = 0.0;
    return from_set;
  }

 private:
  double virgin_ = 0.0;   // K
  double elastic_ = 0.0;  // K/e^3
  double kept_ = 0.0;     // 1 - e^2
  double deepest_ = 0.0;  // m
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_H_
