#ifndef CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
#define CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_

#include <array>
#include <span>

#include "core/laws/cluster/contact_group.h"

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

  /// Speed at which the gap of a contact closes, m/s.
  double Approach(std::size_t c) const {
    const Pad& pad = pad_[c];
    return pad.normal.dot(velocity_[pad.a] - velocity_[pad.b]);
  }
  /// Velocity of a's surface over b's, m/s; tangential.
  Vec3 Slip(std::size_t c) const;
  /// Applies a normal impulse >= 0 that pushes the sides apart, N s.
  void Push(std::size_t c, double impulse_Ns);

  /// Friction. Stops after `max_rounds`, or once no impulse changes by more than `tolerance` of its
  /// limit.
  void Rub(const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds, double tolerance);

  void Store(std::span<GroupBody> bodies) const;

 private:
  // A contact. `b` is one past the bodies when fixed. (Without initialisers: most of the array
  // stays untouched.)
  struct Pad {
    std::size_t a;
    std::size_t b;
    double inverse_mass_a;
    double inverse_mass_b;
    Vec3 normal;
    double limit_Ns;
    double bound;  // D_c, 1/kg.
    Vec3 impulse;  // p_c, N s.
    Vec3 change;   // Of p_c in this round.
  };

  void Select(const std::array<double, kMaxGroupContacts>& limit_Ns);
  bool Round(double tolerance);
  Vec3 Slip(const Pad& pad) const;
  void Apply(const Pad& pad);

  std::size_t bodies_ = 0;
  std::size_t count_ = 0;
  std::array<Pad, kMaxGroupContacts> pad_;
  std::array<std::size_t, kMaxGroupContacts> rubbing_;  // Contacts with a limit above 0.
  std::size_t rubbing_count_ = 0;
  std::array<Vec3, kMaxBalls + 1> velocity_;
  std::array<Vec3, kMaxBalls + 1> surface_;  // R w, m/s.
};

/// Applies GroupMotion::Rub() to the velocities and spins of `bodies`.
void ApplyFriction(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                   const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds,
                   double tolerance);

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_GROUP_FRICTION_H_
