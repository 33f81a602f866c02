#include "core/laws/cluster/contact_group.h"

namespace carom {

double ContactSides::Approach() const {
  const double speed = contact.normal.dot(a.velocity);
  return b == nullptr ? speed : speed - contact.normal.dot(b->velocity);
}

Vec3 ContactSides::Slip() const {
  Vec3 relative = a.velocity;
  Vec3 surface_spin = a.ball.radius_m * a.spin;
  if (b != nullptr) {
    relative -= b->velocity;
    surface_spin += b->ball.radius_m * b->spin;
  }
  return relative - contact.normal.dot(relative) * contact.normal +
         surface_spin.cross(contact.normal);
}

void ContactSides::Push(double impulse_Ns) const {
  a.velocity -= (impulse_Ns * InverseMassA()) * contact.normal;
  if (b != nullptr) b->velocity += (impulse_Ns * InverseMassB()) * contact.normal;
}

void ContactSides::Rub(const Vec3& impulse_Ns) const {
  // Both lever arms point outwards and the impulses are opposite, so both torques are n x J.
  const Vec3 torque_arm = contact.normal.cross(impulse_Ns);
  a.velocity += InverseMassA() * impulse_Ns;
  a.spin += (a.ball.radius_m / a.ball.Inertia()) * torque_arm;
  if (b == nullptr) return;
  b->velocity -= InverseMassB() * impulse_Ns;
  b->spin += (b->ball.radius_m / b->ball.Inertia()) * torque_arm;
}

bool ShareABody(const GroupContact& one, const GroupContact& other) {
  const bool by_a = one.a == other.a || one.a == other.b;
  return by_a || (one.b != kFixedBody && (one.b == other.a || one.b == other.b));
}

double Coupling(std::span<const GroupBody> bodies, const GroupContact& at,
                const GroupContact& from) {
  const auto inverse_mass = [&](int body) {
    return 1.0 / bodies[static_cast<std::size_t>(body)].ball.mass_kg;
  };
  const double cosine = at.normal.dot(from.normal);
  double coupling = 0.0;
  if (at.a == from.a) coupling += cosine * inverse_mass(from.a);
  if (at.b == from.a) coupling -= cosine * inverse_mass(from.a);
  if (from.b == kFixedBody) return coupling;
  if (at.a == from.b) coupling -= cosine * inverse_mass(from.b);
  if (at.b == from.b) coupling += cosine * inverse_mass(from.b);
  return coupling;
}

double KineticEnergy(std::span<const GroupBody> bodies) {
  double energy = 0.0;
  for (const GroupBody& body : bodies) {
    energy += 0.5 * body.ball.mass_kg * body.velocity.squaredNorm() +
              0.5 * body.ball.Inertia() * body.spin.squaredNorm();
  }
  return energy;
}

// After a share s of the change the energy is E(s) = E(0) + s p + s^2 q, q being the kinetic energy
// of the change itself; E(s) = E(0) at s = -p / q, and E(1) > E(0) means that this is < 1.
void LimitEnergy(std::span<const GroupBody> before, std::span<GroupBody> after) {
  double p = 0.0;
  double q = 0.0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double mass = after[i].ball.mass_kg;
    const double inertia = after[i].ball.Inertia();
    const Vec3 velocity_change = after[i].velocity - before[i].velocity;
    const Vec3 spin_change = after[i].spin - before[i].spin;
    p += mass * before[i].velocity.dot(velocity_change) + inertia * before[i].spin.dot(spin_change);
    q += 0.5 * mass * velocity_change.squaredNorm() + 0.5 * inertia * spin_change.squaredNorm();
  }
  if (!(p + q > 0.0)) return;
  const double share = p < 0.0 ? -p / q : 0.0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Vec3 velocity_change = after[i].velocity - before[i].velocity;
    const Vec3 spin_change = after[i].spin - before[i].spin;
    after[i].velocity = before[i].velocity + share * velocity_change;
    after[i].spin = before[i].spin + share * spin_change;
  }
}

}  // namespace carom
