#ifndef CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_H_
#define CAROM_CORE_LAWS_CLUSTER_HYSTERESIS_H_

#include <algorithm>
#include <cmath>

namespace carom::internal {

/// Hertz's force at a penetration d, with a loss that does not depend on speed. A contact of
/// stiffness K that is loaded for the first time follows Hertz's law, the virgin curve. Below the
/// deepest penetration m so far, the force follows an elastic curve of stiffness K/e^3. That curve
/// starts at the permanent set (1 - e^2) m of the contact, where e is the restitution.
///
///   F(d; m) = K d^(3/2)                            d >= m (which then grows with d)
///           = (K/e^3) (d - (1 - e^2) m)^(3/2)      (1 - e^2) m < d < m
///           = 0                                    below
///
/// The force is continuous at d = m, where both curves give K m^(3/2). Loading to m takes the work
/// (2/5) K m^(5/2), and unloading returns (2/5) (K/e^3) (e^2 m)^(5/2), which is e^2 of it. So two
/// bodies separate with e times the speed of their approach, whatever that speed is. (The damped
/// laws of Lankarani-Nikravesh and Flores divide by the speed of approach. It is zero between the
/// touching balls of a rack, where they would give 0/0.)
///
/// Energy never grows, however the contact is loaded, unloaded and loaded again. To show it, let
/// U(d; m) = (2/5) (K/e^3) (d - (1 - e^2) m)_+^(5/2). Below m, dU/dt = F d'. On the virgin curve
/// U = e^2 (2/5) K m^(5/2), so dU/dt = e^2 F d' <= F d'. So U >= 0 grows by no more than the work
/// that the bodies do on the contact, and the contact returns no more work than U. Once the bodies
/// have separated, U = 0, and the contact starts again from its set, on a virgin curve.
class HertzHysteresis {
 public:
  /// Lower restitutions are raised to this one, which returns 1/2500 of the energy. A contact that
  /// returned nothing would need an infinitely steep unloading curve.
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
