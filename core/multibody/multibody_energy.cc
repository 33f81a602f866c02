// Where the energy is, also of bodies that are taken out; how well constraints hold.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/multibody/multibody_system.h"

namespace carom {
namespace {

double KineticEnergy(const RigidBody& body, const BodyMotion& motion) {
  const Vec3 spin = RotationMatrix(motion.orientation).transpose() * motion.spin_rad_s;
  return 0.5 * body.mass_kg * motion.velocity_m_s.squaredNorm() +
         0.5 * spin.dot(body.inertia_kg_m2.cwiseProduct(spin));
}

}  // namespace

// Of a pair at motions_.
double MultibodySystem::ElasticEnergy(int p) const {
  const ContactPair& pair = spec_.contacts[Index(p)];
  if (pair.constant_force_N > 0.0 || !StateNow(p).touching) return 0.0;
  const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
  return pair.normal.ElasticEnergy(std::max(-gap.gap_m, 0.0));
}

void MultibodySystem::Remove(int body) {
  removed_J_ += KineticEnergy(spec_.bodies[Index(body)], motions_[Index(body)]);
  for (const int p : touching_) {
    const ContactPair& pair = spec_.contacts[Index(p)];
    if (pair.sphere != body && pair.other != body) continue;
    removed_J_ += ElasticEnergy(p);
    contacts_[Index(p)] = ContactState{};
  }
  out_[Index(body)] = true;
  motions_[Index(body)].velocity_m_s.setZero();
  motions_[Index(body)].spin_rad_s.setZero();
  std::erase_if(touching_, [this](int p) { return Apart(spec_.contacts[Index(p)]); });
  Untie(body);
}

void MultibodySystem::Untie(int body) {
  const auto ties = [body](const Constraint& constraint) {
    const auto [a, b] = BodiesOf(constraint);
    return a == body || b == body;
  };
  if (std::erase_if(spec_.constraints, ties) == 0) return;
  solver_.reset();
  if (spec_.constraints.empty()) return;
  solver_.emplace(spec_.bodies, spec_.constraints, spec_.constraint_options);
}

EnergyAccount MultibodySystem::Energy(std::span<const double> y) {
  Read(y);
  EnergyAccount account;
  for (std::size_t i = 0; i < motions_.size(); ++i) {
    account.kinetic += KineticEnergy(spec_.bodies[i], motions_[i]);
    account.potential -= spec_.bodies[i].mass_kg * spec_.gravity_m_s2.dot(motions_[i].position_m);
  }
  for (int p = 0; p < static_cast<int>(contacts_.size()); ++p) account.elastic += ElasticEnergy(p);
  for (const Spring& spring : spec_.springs) {
    const Vec3 apart =
        motions_[Index(spring.body_b)].position_m - motions_[Index(spring.body_a)].position_m;
    const double stretch = apart.norm() - spring.rest_length_m;
    account.elastic += 0.5 * spring.stiffness_N_m * stretch * stretch;
  }
  account.lost_in_contacts = y[Index(kBodyStates * body_count())];
  account.lost_to_friction = y[Index(kBodyStates * body_count() + 1)];
  account.removed = removed_J_;
  return account;
}

Violation MultibodySystem::MeasureConstraints(std::span<const double> y) {
  Read(y);
  if (solver_) return solver_->Measure(motions_);
  Violation violation;
  for (const BodyMotion& motion : motions_) {
    const double norm_error = 0.5 * std::fabs(motion.orientation.squaredNorm() - 1.0);
    violation.orientation = std::max(violation.orientation, norm_error);
  }
  return violation;
}

}  // namespace carom
