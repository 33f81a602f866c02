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
  a.velocity -= (impulse_Ns * (1.0 / a.ball.mass_kg)) * contact.normal;
  if (b != nullptr) b->velocity += (impulse_Ns * (1.0 / b->ball.mass_kg)) * contact.normal;
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

namespace carom::internal {

namespace {

static_assert(MotionContacts::kMost == kMaxGroupContacts);
static_assert(MotionBodies::kMost == kMaxBalls + 1);

void SetRow(const Vec3& vector, double* row) {
  row[0] = vector.x();
  row[1] = vector.y();
  row[2] = vector.z();
  row[3] = 0.0;
}

Vec3 FromRow(const double* row) { return {row[0], row[1], row[2]}; }

// Copies what `from` has for a contact to the given place in `to`.
void Take(const MotionContacts& from, std::size_t contact, MotionContacts& to, std::size_t place) {
  to.a[place] = from.a[contact];
  to.b[place] = from.b[contact];
  for (int i = 0; i < 3; ++i) to.normal[i][place] = from.normal[i][contact];
  to.inverse_mass_a[place] = from.inverse_mass_a[contact];
  to.inverse_mass_b[place] = from.inverse_mass_b[contact];
}

// Fills up the last block of `count` contacts. Returns the width.
std::size_t FillUp(std::size_t count, int fixed, MotionContacts& contacts) {
  std::size_t width = count;
  for (; width % MotionContacts::kBlock != 0; ++width) {
    contacts.a[width] = contacts.b[width] = fixed;
    for (auto& column : contacts.normal) column[width] = 0.0;
    contacts.inverse_mass_a[width] = contacts.inverse_mass_b[width] = 0.0;
  }
  contacts.width = static_cast<int>(width);
  return width;
}

}  // namespace

void GroupMotion::Begin(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts) {
  body_count_ = bodies.size();
  count_ = contacts.size();
  rubbing_count_ = 0;
  friction_.contacts.width = 0;
  for (std::size_t i = 0; i < body_count_; ++i) {
    SetRow(bodies[i].velocity, bodies_.velocity[i]);
    SetRow(bodies[i].ball.radius_m * bodies[i].spin, bodies_.surface[i]);
  }
  SetRow(Vec3::Zero(), bodies_.velocity[body_count_]);
  SetRow(Vec3::Zero(), bodies_.surface[body_count_]);
  const auto inverse_mass = [&](int body) {
    return 1.0 / bodies[static_cast<std::size_t>(body)].ball.mass_kg;
  };
  const int fixed = static_cast<int>(body_count_);
  for (std::size_t c = 0; c < count_; ++c) {
    const GroupContact& contact = contacts[c];
    contacts_.a[c] = contact.a;
    contacts_.b[c] = contact.b == kFixedBody ? fixed : contact.b;
    for (int i = 0; i < 3; ++i) contacts_.normal[i][c] = contact.normal[i];
    contacts_.inverse_mass_a[c] = inverse_mass(contact.a);
    contacts_.inverse_mass_b[c] = contact.b == kFixedBody ? 0.0 : inverse_mass(contact.b);
  }
  FillUp(count_, fixed, contacts_);
}

void GroupMotion::FindApproaches(GroupColumn& approach_m_s) const {
  kernels_.approaches(bodies_, contacts_, approach_m_s.data());
}

void GroupMotion::FindSlips(const GroupColumn& impulse_Ns, GroupColumn& slip2_m2_s2) const {
  kernels_.slips(bodies_, contacts_, impulse_Ns.data(), slip2_m2_s2.data());
}

void GroupMotion::Push(const GroupColumn& impulse_Ns) {
  kernels_.push(contacts_, impulse_Ns.data(), bodies_);
}

// Gathers the contacts with friction. They are most often those of the last step; only their limits
// have changed then.
void GroupMotion::Select(const GroupColumn& limit_Ns) {
  std::size_t count = 0;
  bool same = true;
  for (std::size_t c = 0; c < count_; ++c) {
    if (!(limit_Ns[c] > 0.0)) continue;
    same = same && count < rubbing_count_ && rubbing_[count] == c;
    rubbing_[count] = c;
    friction_.limit_Ns[count++] = limit_Ns[c];
  }
  if (same && count == rubbing_count_) return;
  rubbing_count_ = count;
  for (std::size_t i = 0; i < count; ++i) Take(contacts_, rubbing_[i], friction_.contacts, i);
  FindBounds();
}

// The D_c follow from the numbers of contacts with friction.
void GroupMotion::FindBounds() {
  MotionContacts& contacts = friction_.contacts;
  std::array<int, kMaxBalls + 1> contacts_of{};
  for (std::size_t i = 0; i < rubbing_count_; ++i) {
    ++contacts_of[static_cast<std::size_t>(contacts.a[i])];
    ++contacts_of[static_cast<std::size_t>(contacts.b[i])];
  }
  for (std::size_t i = 0; i < rubbing_count_; ++i) {
    friction_.bound[i] =
        3.5 * (contacts_of[static_cast<std::size_t>(contacts.a[i])] * contacts.inverse_mass_a[i] +
               contacts_of[static_cast<std::size_t>(contacts.b[i])] * contacts.inverse_mass_b[i]);
  }
  const std::size_t width = FillUp(rubbing_count_, static_cast<int>(body_count_), contacts);
  for (std::size_t i = rubbing_count_; i < width; ++i) {
    friction_.limit_Ns[i] = 0.0;
    friction_.bound[i] = 1.0;
  }
}

void GroupMotion::ApplyFriction(const GroupColumn& limit_Ns, int max_rounds, double tolerance) {
  Select(limit_Ns);
  kernels_.rub(friction_, max_rounds, tolerance, bodies_);
}

void GroupMotion::Store(std::span<GroupBody> bodies) const {
  for (std::size_t i = 0; i < body_count_; ++i) {
    bodies[i].velocity = FromRow(bodies_.velocity[i]);
    bodies[i].spin = FromRow(bodies_.surface[i]) / bodies[i].ball.radius_m;
  }
}

void ApplyFriction(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                   const GroupColumn& limit_Ns, int max_rounds, double tolerance) {
  GroupMotion motion;
  motion.Begin(bodies, contacts);
  motion.ApplyFriction(limit_Ns, max_rounds, tolerance);
  motion.Store(bodies);
}

}  // namespace carom::internal
