#ifndef CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_
#define CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_

#include <array>
#include <cstddef>
#include <span>

#include "core/base/constants.h"
#include "core/base/vec3.h"
#include "core/laws/ball_ball/friction.h"
#include "core/material/material.h"
#include "core/table/ball.h"

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

  double InverseMassA() const { return 1.0 / a.ball.mass_kg; }
  double InverseMassB() const { return b == nullptr ? 0.0 : 1.0 / b->ball.mass_kg; }

  /// Speed at which the gap closes, m/s.
  double Approach() const;
  /// Velocity of a's surface over b's, m/s; tangential.
  Vec3 Slip() const;
  /// Applies a normal impulse >= 0 that pushes the sides apart, N s.
  void Push(double impulse_Ns) const;
  /// Applies a tangential impulse to a and its opposite to b, N s.
  void Rub(const Vec3& impulse_Ns) const;
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

}  // namespace carom::internal

#endif  // CAROM_CORE_LAWS_CLUSTER_CONTACT_GROUP_H_
