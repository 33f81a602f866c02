// What pushes the bodies: contacts and springs.

#include <algorithm>
#include <variant>

#include "core/multibody/multibody_system.h"

namespace carom {

void MultibodySystem::AddContacts(double& contact_loss, double& friction_loss) {
  if (located_) {
    cloth_.Evaluate(contacts_, motions_);
    for (const int p : touching_) {
      if (cloth_.Covers(p)) {
        AddCloth(p, contact_loss, friction_loss);
        continue;
      }
      AddContact(spec_.contacts[Index(p)], contacts_[Index(p)], contact_loss, friction_loss);
    }
    return;
  }
  for (int p = 0; p < static_cast<int>(contacts_.size()); ++p) {
    const ContactState state = StateNow(p);
    if (state.touching) AddContact(spec_.contacts[Index(p)], state, contact_loss, friction_loss);
  }
}

// Of a pair at motions_, whatever the guards have told so far.
ContactState MultibodySystem::StateNow(int p) const {
  const ContactState& told = contacts_[Index(p)];
  const ContactPair& pair = spec_.contacts[Index(p)];
  if (located_ || told.touching || Apart(pair)) return told;
  const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
  return {gap.gap_m < 0.0, ApproachOf(gap)};
}

void MultibodySystem::AddContact(const ContactPair& pair, const ContactState& state,
                                 double& contact_loss, double& friction_loss) {
  const BodyMotion& sphere = MotionOf(pair.sphere);
  const BodyMotion& other = MotionOf(pair.other);
  const ContactForces forces = ForcesOf(pair, state, sphere, other, spec_.horizontal);
  Load& on_sphere = loads_[Index(pair.sphere)];
  on_sphere.force_N += forces.normal_N * forces.normal;
  on_sphere.AddAt(forces.sphere_arm_m, forces.friction_N);
  on_sphere.moment_N_m += forces.moment_N_m;
  friction_loss += forces.friction_power_W;
  if (pair.constant_force_N == 0.0) {
    const double stored = pair.normal.ElasticForce(std::max(forces.penetration_m, 0.0));
    contact_loss += (forces.normal_N - stored) * forces.rate_m_s;
  }
  if (pair.pit) on_sphere.force_N += forces.normal_N * forces.lean;
  if (pair.other == kGround) return;
  Load& on_other = loads_[Index(pair.other)];
  if (pair.pit) {
    // Through the sphere's centre, as on the sphere.
    on_other.AddAt(forces.other_arm_m - forces.sphere_arm_m, -forces.normal_N * forces.lean);
  }
  if (std::holds_alternative<BallSurface>(pair.surface)) {
    // Through its centre, as on the sphere: a moment of roundings would tell the two apart.
    on_other.force_N -= forces.normal_N * forces.normal;
  } else {
    on_other.AddAt(forces.other_arm_m, -forces.normal_N * forces.normal);
  }
  on_other.AddAt(forces.other_arm_m, -forces.friction_N);
  on_other.moment_N_m -= forces.moment_N_m;
}

void MultibodySystem::AddCloth(int pair, double& contact_loss, double& friction_loss) {
  const ClothRow::Forces forces = cloth_.Of(pair);
  Load& on_ball = loads_[Index(spec_.contacts[Index(pair)].sphere)];
  on_ball.force_N += forces.normal_N * UnitZ();
  on_ball.AddAt(forces.arm_m, forces.friction_N);
  on_ball.moment_N_m += forces.moment_N_m;
  friction_loss += forces.friction_loss_W;
  contact_loss += forces.contact_loss_W;
}

void MultibodySystem::AddSprings(double& loss) {
  for (const Spring& spring : spec_.springs) {
    const BodyMotion& a = motions_[Index(spring.body_a)];
    const BodyMotion& b = motions_[Index(spring.body_b)];
    const Vec3 apart = b.position_m - a.position_m;
    const double length = apart.norm();
    if (!(length > 0.0)) continue;
    const Vec3 along = apart / length;
    const double rate = along.dot(b.velocity_m_s - a.velocity_m_s);
    const double tension =
        spring.stiffness_N_m * (length - spring.rest_length_m) + spring.damping_N_s_m * rate;
    loss += spring.damping_N_s_m * rate * rate;
    loads_[Index(spring.body_a)].force_N += tension * along;
    loads_[Index(spring.body_b)].force_N -= tension * along;
  }
}

ContactForces MultibodySystem::ForcesAt(int pair_index, std::span<const double> y) {
  Read(y);
  const ContactPair& pair = spec_.contacts[Index(pair_index)];
  const ContactState state = StateNow(pair_index);
  if (!state.touching) return {};
  return ForcesOf(pair, state, MotionOf(pair.sphere), MotionOf(pair.other), spec_.horizontal);
}

}  // namespace carom
