#ifndef CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
#define CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_

#include <array>
#include <cstddef>
#include <span>

#include "core/laws/cluster/contact_group.h"
#include "core/laws/cluster/kernels.h"

namespace carom::internal {

/// The velocities of a group during its impact, and Coulomb friction at all its contacts at once:
/// the tangential impulses p_c, each of at most `limit_Ns[c]`, that leave the least kinetic energy.
/// That is Coulomb's law, sliding or sticking: at its optimum a contact's impulse is against its
/// slip with the limit's magnitude, or the slip is zero.
///
/// They are found by projected Jacobi iteration. Let A be the inverse mass matrix of the contacts,
/// and let D be diagonal, with D_c >= 7/2 sum over the sides of c (contacts of that body / mass).
/// Then D >= A. So each round minimises an upper bound of the energy that is exact where the round
/// starts, and energy never grows, however few rounds there are. One round is exact for two balls.
/// All contacts change at once, so a symmetric group stays symmetric.
///
/// Bodies are kept by velocity and by surface speed R w, which takes radii out of the equations:
///   slip        s = (v_a - v_b)_t + (R_a w_a + R_b w_b) x n
///   impulse p   v += p / m,  R w += 5/2 (n x p) / m
class GroupMotion {
 public:
  void Begin(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts);

  /// Speed at which the gap of each contact closes, m/s.
  void FindApproaches(GroupColumn& approach_m_s) const;
  /// The square of each slip s, m2/s2, of the contacts that have a normal impulse > 0.
  void FindSlips(const GroupColumn& impulse_Ns, GroupColumn& slip2_m2_s2) const;
  /// Applies the normal impulses > 0, which push the sides apart, N s.
  void Push(const GroupColumn& impulse_Ns);

  /// Friction. Stops after `max_rounds`, or once no impulse changes by more than `tolerance` of its
  /// limit.
  void Rub(const GroupColumn& limit_Ns, int max_rounds, double tolerance);

  void Store(std::span<GroupBody> bodies) const;

 private:
  void Select(const GroupColumn& limit_Ns);
  void FindBounds();

  const MotionKernels& kernels_ = ChosenMotionKernels();
  std::size_t body_count_ = 0;
  std::size_t count_ = 0;
  MotionBodies bodies_;
  MotionContacts contacts_;
  MotionFriction friction_;
  // The contacts that friction_ has: those whose limit is above 0.
  std::array<std::size_t, kMaxGroupContacts> rubbing_;
  std::size_t rubbing_count_ = 0;
};

/// Applies GroupMotion::Rub() to the velocities and spins of `bodies`.
void ApplyFriction(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                   const GroupColumn& limit_Ns, int max_rounds, double tolerance);

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
