#ifndef CAROM_CORE_LAWS_CLUSTER_HERTZ_CHAIN_H_
#define CAROM_CORE_LAWS_CLUSTER_HERTZ_CHAIN_H_

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/laws/cluster/contact_group.h"
#include "core/laws/cluster/hysteresis.h"
#include "core/laws/cluster/kernels.h"

namespace carom::internal {

/// HertzHysteresis of many contacts in columns, for the kernels of core/laws/cluster/chain.
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
/// body. Steps are those of RKN6(4)6FM (runge_kutta_tableaus.h), in columns by contact. Keeps its
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
  void Advance(std::size_t c, double way_m) { penetration_m_[c] += way_m; }
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
  template <std::size_t Count>
  WeightedForces Weighted(const std::array<double, Count>& weight) const;
  /// A sum_j weight[j] F_j.
  template <std::size_t Count>
  void Open(const ChainColumns& chain, const std::array<double, Count>& weight,
            GroupColumn& opening);
  void Advance(const ChainColumns& chain, const GroupColumn& opening, std::size_t stage,
               double node);
  /// The penetrations of a stage: d + node h d' - h^2 A sum_j weight[j] F_j.
  template <std::size_t Count>
  void Stage(const ChainColumns& chain, const std::array<double, Count>& weight, double node);
  double ErrorOfStep(const ChainColumns& chain, const Scales& scales);

  const ChainKernels& kernels_ = ChosenChainKernels();
  std::size_t count_ = 0;
  std::array<HertzHysteresis, kMaxGroupContacts> law_;
  HysteresisColumns columns_;
  // All columns, and A, are filled up with zeros to `width_`, whole blocks of kChainBlock.
  std::size_t width_ = 0;
  std::vector<double> coupling_;  // A, row after row.
  std::array<FeltRange, kChainColumn / kChainBlock> felt_;

  GroupColumn penetration_m_{};
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
