#ifndef CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_
#define CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_

#include <array>
#include <cstddef>
#include <span>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/kernels/integration.h"
#include "core/laws/ball_ball/friction.h"
#include "core/material/material.h"
#include "core/table/shot.h"

namespace carom {

/// Hertz's stiffness of a table's contacts, N/m^(3/2).
///
/// The outcome of an impact of a group depends on the ratios of its contacts' K only, not on their
/// scale. Relative to balls of phenolic resin:
///   slate   2.8      a rigid plane: slate is ten times as stiff as resin, and its cloth is thin
///   cushion 1/355    rubber; contacts with it last some ten times as long as those of balls

/// Two balls of phenolic resin.
inline double BallBallStiffness(double radius_a_m, double radius_b_m) {
  return HertzStiffness(2.0 * Softness(kResinModulus_Pa, kResinPoisson),
                        EffectiveRadius(radius_a_m, radius_b_m));
}

/// A ball and something flat and rigid: slate, rail top, rim of a pocket.
inline double SlateStiffness(double radius_m) {
  return HertzStiffness(Softness(kResinModulus_Pa, kResinPoisson), radius_m);
}

/// A ball and the rubber of a nose or jaw.
inline double CushionStiffness(double radius_m) {
  return HertzStiffness(
      Softness(kResinModulus_Pa, kResinPoisson) + Softness(kCushionModulus_Pa, kCushionPoisson),
      radius_m);
}

/// Most contacts of one group. Of 32 balls on a plane at most 3 x 32 - 6 pairs touch.
inline constexpr std::size_t kMaxGroupContacts = 128;

/// The other side of a contact with something that does not move.
inline constexpr int kFixedBody = -1;

/// One ball of a group impact. Its place does not change during the impact.
struct GroupBody {
  BallSpec ball;
  Vec3 velocity = Vec3::Zero();  ///< m/s
  Vec3 spin = Vec3::Zero();      ///< rad/s
};

/// One contact of a group, between two of its bodies or of a body with something fixed. Its normal
/// does not change during the impact.
struct GroupContact {
  int a = 0;
  int b = kFixedBody;
  Vec3 normal = Vec3::Zero();  ///< Unit, from a to b.
  double gap_m = 0.0;          ///< >= 0; the bodies touch once they have moved this far.
  double restitution = 1.0;    ///< e in [0, 1], of this contact alone.
  BallBallFriction friction = ConstantFriction{0.0};
  double stiffness = 0.0;  ///< K of Hertz's force K d^(3/2), N/m^(3/2), > 0.
};

/// What an impact of a group did at each of its contacts.
struct GroupImpulses {
  std::array<double, kMaxGroupContacts> normal_Ns{};  ///< >= 0, by contact.
  int steps = 0;         ///< Of the integration, rejected ones included.
  bool complete = true;  ///< False: at the bound on the work, the rest was resolved inelastically.
};

/// Both sides of one contact as the solvers use it.
struct ContactSides {
  const GroupContact& contact;
  GroupBody& a;
  GroupBody* b;  ///< Null when fixed.

  ContactSides(std::span<GroupBody> bodies, const GroupContact& c)
      : contact(c),
        a(bodies[static_cast<std::size_t>(c.a)]),
        b(c.b == kFixedBody ? nullptr : &bodies[static_cast<std::size_t>(c.b)]) {}

  /// Speed at which the gap closes, m/s.
  double Approach() const;
  /// Velocity of a's surface over b's, m/s; tangential.
  Vec3 Slip() const;
  /// Applies a normal impulse >= 0 that pushes the sides apart, N s.
  void Push(double impulse_Ns) const;
};

/// Whether an impulse at one contact is felt at the other.
bool ShareABody(const GroupContact& one, const GroupContact& other);

/// The speed with which a unit normal impulse at contact `from` opens contact `at`, 1/kg.
double Coupling(std::span<const GroupBody> bodies, const GroupContact& at,
                const GroupContact& from);

/// Kinetic energy of translation and rotation, J.
double KineticEnergy(std::span<const GroupBody> bodies);

/// Takes back the smallest share of the change since `before` that keeps the energy from growing.
/// This corrects the rounding and truncation errors of an integration. Every impulse shrinks by one
/// factor, so momentum and symmetry are kept.
void LimitEnergy(std::span<const GroupBody> before, std::span<GroupBody> after);

}  // namespace carom

namespace carom::internal {

/// A number for each contact of a group.
using GroupColumn = std::array<double, kMaxGroupContacts>;

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
  void ApplyFriction(const GroupColumn& limit_Ns, int max_rounds, double tolerance);

  void Store(std::span<GroupBody> bodies) const;

 private:
  void Select(const GroupColumn& limit_Ns);
  void FindBounds();

  const GroupKernels& kernels_ = ChosenGroupKernels();
  std::size_t body_count_ = 0;
  std::size_t count_ = 0;
  MotionBodies bodies_;
  MotionContacts contacts_;
  MotionFriction friction_;
  // The contacts that friction_ has: those whose limit is above 0.
  std::array<std::size_t, kMaxGroupContacts> rubbing_;
  std::size_t rubbing_count_ = 0;
};

/// Applies GroupMotion::ApplyFriction() to the velocities and spins of `bodies`.
void ApplyFriction(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                   const GroupColumn& limit_Ns, int max_rounds, double tolerance);

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_
