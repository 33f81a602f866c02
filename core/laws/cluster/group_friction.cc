#include "core/laws/cluster/group_friction.h"

#include <algorithm>
#include <cmath>

namespace carom::internal {
namespace {

Vec3 WithinDisc(const Vec3& impulse, double radius) {
  const double squared = impulse.squaredNorm();
  if (squared <= radius * radius) return impulse;
  return (radius / std::sqrt(squared)) * impulse;
}

}  // namespace

void GroupMotion::Begin(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts) {
  bodies_ = bodies.size();
  count_ = contacts.size();
  for (std::size_t i = 0; i < bodies_; ++i) {
    velocity_[i] = bodies[i].velocity;
    surface_[i] = bodies[i].ball.radius_m * bodies[i].spin;
  }
  velocity_[bodies_] = surface_[bodies_] = Vec3::Zero();
  for (std::size_t c = 0; c < count_; ++c) {
    const GroupContact& contact = contacts[c];
    const bool fixed = contact.b == kFixed;
    Pad& pad = pad_[c];
    pad.a = static_cast<std::size_t>(contact.a);
    pad.b = fixed ? bodies_ : static_cast<std::size_t>(contact.b);
    pad.inverse_mass_a = 1.0 / bodies[pad.a].ball.mass_kg;
    pad.inverse_mass_b = fixed ? 0.0 : 1.0 / bodies[pad.b].ball.mass_kg;
    pad.normal = contact.normal;
  }
}

Vec3 GroupMotion::Slip(const Pad& pad) const {
  const Vec3 relative = velocity_[pad.a] - velocity_[pad.b];
  const Vec3 surface = surface_[pad.a] + surface_[pad.b];
  return relative - pad.normal.dot(relative) * pad.normal + surface.cross(pad.normal);
}

Vec3 GroupMotion::Slip(std::size_t c) const { return Slip(pad_[c]); }

void GroupMotion::Push(std::size_t c, double impulse_Ns) {
  const Pad& pad = pad_[c];
  velocity_[pad.a] -= (impulse_Ns * pad.inverse_mass_a) * pad.normal;
  velocity_[pad.b] += (impulse_Ns * pad.inverse_mass_b) * pad.normal;
}

void GroupMotion::Apply(const Pad& pad) {
  const Vec3 turn = 2.5 * pad.normal.cross(pad.change);
  velocity_[pad.a] += pad.inverse_mass_a * pad.change;
  velocity_[pad.b] -= pad.inverse_mass_b * pad.change;
  surface_[pad.a] += pad.inverse_mass_a * turn;
  surface_[pad.b] += pad.inverse_mass_b * turn;
}

// Selects the contacts with friction and sets the D_c that follow from their number.
void GroupMotion::Select(const std::array<double, kMaxGroupContacts>& limit_Ns) {
  std::array<int, kMaxBalls + 1> pads_of{};
  rubbing_count_ = 0;
  for (std::size_t c = 0; c < count_; ++c) {
    if (!(limit_Ns[c] > 0.0)) continue;
    Pad& pad = pad_[c];
    pad.limit_Ns = limit_Ns[c];
    pad.impulse = Vec3::Zero();
    ++pads_of[pad.a];
    ++pads_of[pad.b];
    rubbing_[rubbing_count_++] = c;
  }
  for (std::size_t i = 0; i < rubbing_count_; ++i) {
    Pad& pad = pad_[rubbing_[i]];
    pad.bound = 3.5 * (pads_of[pad.a] * pad.inverse_mass_a + pads_of[pad.b] * pad.inverse_mass_b);
  }
}

// True when nothing changed by more than `tolerance` of its limit.
bool GroupMotion::Round(double tolerance) {
  bool settled = true;
  for (std::size_t i = 0; i < rubbing_count_; ++i) {
    Pad& pad = pad_[rubbing_[i]];
    const Vec3 wanted = pad.impulse - Slip(pad) / pad.bound;
    pad.change = WithinDisc(wanted, pad.limit_Ns) - pad.impulse;
    pad.impulse += pad.change;
    const double least = tolerance * pad.limit_Ns;
    settled = settled && pad.change.squaredNorm() <= least * least;
  }
  for (std::size_t i = 0; i < rubbing_count_; ++i) Apply(pad_[rubbing_[i]]);
  return settled;
}

void GroupMotion::Rub(const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds,
                      double tolerance) {
  Select(limit_Ns);
  for (int round = 0; round < max_rounds; ++round) {
    if (Round(tolerance)) break;
  }
}

void GroupMotion::Store(std::span<GroupBody> bodies) const {
  for (std::size_t i = 0; i < bodies_; ++i) {
    bodies[i].velocity = velocity_[i];
    bodies[i].spin = surface_[i] / bodies[i].ball.radius_m;
  }
}

void ApplyFriction(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                   const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds,
                   double tolerance) {
  GroupMotion motion;
  motion.Begin(bodies, contacts);
  motion.Rub(limit_Ns, max_rounds, tolerance);
  motion.Store(bodies);
}

}  // namespace carom::internal
