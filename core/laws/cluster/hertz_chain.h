#ifndef CAROM_CORE_LAWS_CLUSTER_HERTZ_CHAIN_H_
#define CAROM_CORE_LAWS_CLUSTER_HERTZ_CHAIN_H_

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/kernels/integration.h"
#include "core/laws/cluster/contact_group.h"

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

/// HertzHysteresis of many contacts in columns, for core/kernels/integration.h.
struct HysteresisColumns {
  /// Takes over the contact's law as it is now.
  void Set(std::size_t contact, const HertzHysteresis& law) {
    virgin[contact] = law.virgin();
    elastic[contact] = law.elastic();
    deepest[contact] = law.deepest();
    onset[contact] = law.Onset();
  }

  GroupColumn virgin;
  GroupColumn elastic;
  GroupColumn deepest;
  GroupColumn onset;
};

/// The normal motion of a group whose places and normals stay as they are: the penetrations d_c of
/// its contacts follow an equation of second order of their own,
///
///   d'' = -A F(d)
///
/// where F_c is Hertz's force of contact c with hysteresis, and A_ck is the speed with which a unit
/// impulse at contact k opens contact c, 1/kg. A is constant, and zero for contacts that share no
/// body. Steps are those of RKN6(4)6FM (core/math/ode.h), in columns by contact. Keeps its
/// memory.
class HertzChain {
 public:
  /// What counts as large, for the errors of steps.
  struct Scales {
    double penetration_m = 1.0;
    double impulse_Ns = 1.0;
  };

  void Begin(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts);

  std::size_t size() const { return count_; }
  double penetration_m(std::size_t c) const { return penetration_m_[c]; }
  void Advance(std::size_t c, double distance_m) { penetration_m_[c] += distance_m; }
  const HertzHysteresis& law(std::size_t c) const { return law_[c]; }
  /// True while a contact has a force.
  bool Compressed() const;

  /// The state from which steps are tried: the penetrations as they are, and their rates, m/s.
  void Start(const GroupColumn& rate_m_s);
  /// Tries a step from there. Returns its largest local error, of penetrations and impulses, in
  /// units of the scales.
  double Try(double step_s, const Scales& scales);
  /// Finds the impulses and the rates at the end of the step tried last.
  void FindEnd();
  /// Of the step tried last: the normal impulses, N s (those below 0 are rounding and count as
  /// none), and the rate of a contact at the end, m/s.
  const GroupColumn& impulse_Ns() const { return impulse_Ns_; }
  double EndRate(std::size_t c) const { return end_rate_m_s_[c]; }
  /// The share of the step tried last after which a contact turns, which means that its penetration
  /// begins to fall. Of the contacts whose turning point matters (HertzHysteresis) the first to
  /// turn decides; its rate at this share is between 0 and -`turned_m_s`. The share is 1 when none
  /// of these contacts returns faster than `turned_m_s` at the end of the step.
  double TurningShare(double turned_m_s) const;
  /// Goes to the end of the step tried last, and adds shift_m[c] to each penetration there.
  void Accept(const GroupColumn& shift_m);

 private:
  static constexpr std::size_t kStages = 6;

  void Couple(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts);
  ChainColumns Columns() const;
  const double* Force_N(std::size_t stage) const { return &force_N_[stage * kChainColumn]; }
  /// Row c of A q.
  double Opening(std::size_t c, const double* q) const;
  /// The forces of the first stages with these weights.
  WeightedForces Weighted(std::span<const double> weight) const;
  /// A sum_j weight[j] F_j.
  void Open(const ChainColumns& chain, std::span<const double> weight, GroupColumn& opening);
  void Advance(const ChainColumns& chain, const GroupColumn& opening, std::size_t stage,
               double node);
  /// The penetrations of a stage: d + node h d' - h^2 A sum_j weight[j] F_j.
  void Stage(const ChainColumns& chain, std::span<const double> weight, double node);
  double ErrorOfStep(const ChainColumns& chain, const Scales& scales);

  const GroupKernels& kernels_ = ChosenGroupKernels();
  std::size_t count_ = 0;
  std::array<HertzHysteresis, kMaxGroupContacts> law_;
  alignas(64) HysteresisColumns columns_;
  // All columns, and A, are filled up with zeros to `width_`, whole blocks of kChainBlock.
  std::size_t width_ = 0;
  std::vector<double> coupling_;  // A, row after row.
  std::array<FeltRange, kChainColumn / kChainBlock> felt_;

  alignas(64) GroupColumn penetration_m_{};  // Whole lines of the cache, as all that follow.
  GroupColumn rate_m_s_{};
  std::array<double, kStages * kChainColumn> force_N_{};  // Column after column, by stage.
  GroupColumn combined_N_{};
  GroupColumn opening_{};
  GroupColumn first_opening_{};  // Of the second stage, the same for steps of all lengths.
  GroupColumn stage_m_;          // After Try: the penetrations at the end.
  GroupColumn impulse_Ns_{};
  GroupColumn end_rate_m_s_;
  double step_s_ = 0.0;
};

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_HERTZ_CHAIN_H_
