#include "core/laws/cluster/group_friction.h"

#include <algorithm>
#include <cmath>

namespace carom::internal {
namespace {

// A contact that may rub. `b` is one past the bodies when fixed.
struct Pad {
  std::size_t a;
  std::size_t b;
  double inverse_mass_a;
  double inverse_mass_b;
  double limit_Ns;
  double bound;  // D_c, 1/kg.
  Vec3 normal;
  Vec3 impulse;  // p_c, N s.
  Vec3 change;   // Of p_c in this round.
};

Vec3 WithinDisc(const Vec3& impulse, double radius) {
  const double squared = impulse.squaredNorm();
  if (squared <= radius * radius) return impulse;
  return (radius / std::sqrt(squared)) * impulse;
}

// The bodies by velocity and by surface speed R w, which takes radii out of the equations:
//   slip        s = (v_a - v_b)_t + (R_a w_a + R_b w_b) x n
//   impulse p   v += p / m,  R w += 5/2 (n x p) / m
class Rubbing {
 public:
  Rubbing(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
          const std::array<double, kMaxGroupContacts>& limit_Ns);

  // One round; true when nothing changed by more than `tolerance` of its limit.
  bool Round(double tolerance);
  void Store(std::span<GroupBody> bodies) const;

 private:
  void AddPad(const ContactSides& sides, std::size_t fixed, double limit_Ns);
  void SetBounds();
  Vec3 Slip(const Pad& pad) const;
  void Apply(const Pad& pad);

  std::array<Pad, kMaxGroupContacts> pad_;
  std::size_t count_ = 0;
  std::array<Vec3, kMaxBalls + 1> velocity_;
  std::array<Vec3, kMaxBalls + 1> surface_;  // R w, m/s.
};

Rubbing::Rubbing(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                 const std::array<double, kMaxGroupContacts>& limit_Ns) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    velocity_[i] = bodies[i].velocity;
    surface_[i] = bodies[i].ball.radius_m * bodies[i].spin;
  }
  velocity_[bodies.size()] = surface_[bodies.size()] = Vec3::Zero();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!(limit_Ns[c] > 0.0)) continue;
    AddPad(ContactSides(bodies, contacts[c]), bodies.size(), limit_Ns[c]);
  }
  SetBounds();
}

void Rubbing::AddPad(const ContactSides& sides, std::size_t fixed, double limit_Ns) {
  pad_[count_++] = {static_cast<std::size_t>(sides.contact.a),
                    sides.b == nullptr ? fixed : static_cast<std::size_t>(sides.contact.b),
                    sides.InverseMassA(),
                    sides.InverseMassB(),
                    limit_Ns,
                    0.0,
                    sides.contact.normal,
                    Vec3::Zero(),
                    Vec3::Zero()};
}

void Rubbing::SetBounds() {
  std::array<int, kMaxBalls + 1> pads_of{};
  for (std::size_t i = 0; i < count_; ++i) {
    ++pads_of[pad_[i].a];
    ++pads_of[pad_[i].b];
  }
  for (std::size_t i = 0; i < count_; ++i) {
    Pad& pad = pad_[i];
    pad.bound = 3.5 * (pads_of[pad.a] * pad.inverse_mass_a + pads_of[pad.b] * pad.inverse_mass_b);
  }
}

Vec3 Rubbing::Slip(const Pad& pad) const {
  const Vec3 relative = velocity_[pad.a] - velocity_[pad.b];
  const Vec3 surface = surface_[pad.a] + surface_[pad.b];
  return relative - pad.normal.dot(relative) * pad.normal + surface.cross(pad.normal);
}

void Rubbing::Apply(const Pad& pad) {
  const Vec3 turn = 2.5 * pad.normal.cross(pad.change);
  velocity_[pad.a] += pad.inverse_mass_a * pad.change;
  velocity_[pad.b] -= pad.inverse_mass_b * pad.change;
  surface_[pad.a] += pad.inverse_mass_a * turn;
  surface_[pad.b] += pad.inverse_mass_b * turn;
}

bool Rubbing::Round(double tolerance) {
  bool settled = true;
  for (std::size_t i = 0; i < count_; ++i) {
    Pad& pad = pad_[i];
    const Vec3 wanted = pad.impulse - Slip(pad) / pad.bound;
    pad.change = WithinDisc(wanted, pad.limit_Ns) - pad.impulse;
    pad.impulse += pad.change;
    const double least = tolerance * pad.limit_Ns;
    settled = settled && pad.change.squaredNorm() <= least * least;
  }
  for (std::size_t i = 0; i < count_; ++i) Apply(pad_[i]);
  return settled;
}

void Rubbing::Store(std::span<GroupBody> bodies) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].velocity = velocity_[i];
    bodies[i].spin = surface_[i] / bodies[i].ball.radius_m;
  }
}

}  // namespace

void RubAll(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
            const std::array<double, kMaxGroupContacts>& limit_Ns, int max_rounds,
            double tolerance) {
  Rubbing rubbing(bodies, contacts, limit_Ns);
  for (int round = 0; round < max_rounds; ++round) {
    if (rubbing.Round(tolerance)) break;
  }
  rubbing.Store(bodies);
}

}  // namespace carom::internal
