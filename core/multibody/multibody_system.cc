#include "core/multibody/multibody_system.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace carom {

MultibodySystem::MultibodySystem(MultibodySpec spec, ContactListener* listener)
    : spec_(std::move(spec)),
      listener_(listener),
      contacts_(spec_.contacts.size()),
      cloth_(spec_.contacts),
      in_open_(spec_.bodies.size(), false),
      places_m_(spec_.bodies.size()),
      passed_(spec_.watches.size(), false),
      out_(spec_.bodies.size(), false),
      motions_(spec_.bodies.size()),
      loads_(spec_.bodies.size()),
      accelerations_(spec_.bodies.size()) {
  touching_.reserve(spec_.contacts.size());
  FindGuardBounds();
  least_radius_m_ = std::numeric_limits<double>::infinity();
  for (const ContactPair& pair : spec_.contacts) {
    least_radius_m_ = std::min(least_radius_m_, pair.radius_m);
  }
  if (!spec_.constraints.empty()) {
    solver_.emplace(spec_.bodies, spec_.constraints, spec_.constraint_options);
  }
}

std::vector<double> MultibodySystem::Start(std::span<const BodyMotion> motions) {
  std::vector<double> y(Index(size()), 0.0);
  for (int i = 0; i < body_count(); ++i) WriteBody(motions[Index(i)], i, y);
  Read(y);
  for (std::size_t p = 0; p < contacts_.size(); ++p) {
    const ContactPair& pair = spec_.contacts[p];
    if (Apart(pair)) continue;
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    if (gap.gap_m >= 0.0 && pair.constant_force_N == 0.0) continue;
    contacts_[p] = {true, ApproachOf(gap)};
    touching_.push_back(static_cast<int>(p));
  }
  return y;
}

int MultibodySystem::size() const { return kBodyStates * body_count() + 2; }

bool MultibodySystem::Apart(const ContactPair& pair) const {
  return out_[Index(pair.sphere)] || (pair.other != kGround && out_[Index(pair.other)]);
}

std::span<const Acceleration> MultibodySystem::AccelerationsAt(double t,
                                                               std::span<const double> y) {
  unused_slope_.resize(y.size());
  Slope(t, y, unused_slope_);
  return accelerations_;
}

void MultibodySystem::Slope(double t, std::span<const double> y, std::span<double> slope) {
  Read(y);
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    loads_[i].force_N = spec_.bodies[i].mass_kg * spec_.gravity_m_s2;
    loads_[i].moment_N_m.setZero();
  }
  double contact_loss = 0.0;
  double friction_loss = 0.0;
  AddContacts(contact_loss, friction_loss);
  AddSprings(contact_loss);
  if (spec_.loads) spec_.loads(t, motions_, loads_);
  if (spec_.horizontal) {
    for (Load& load : loads_) load.force_N.z() = 0.0;
  }

  bool solved = true;
  if (solver_) {
    solved = solver_->Accelerate(motions_, loads_, accelerations_) == SolveStatus::kSolved;
  } else {
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      Accelerate(spec_.bodies[i], motions_[i], loads_[i], accelerations_[i]);
    }
  }

  double* s = slope.data();
  for (std::size_t i = 0; i < motions_.size(); ++i, s += kBodyStates) {
    const BodyMotion& motion = motions_[i];
    if (out_[i]) accelerations_[i] = Acceleration{};
    const EulerParameters turning = EulerParameterRate(motion.orientation, motion.spin_rad_s);
    for (int k = 0; k < 3; ++k) s[k] = motion.velocity_m_s[k];
    for (int k = 0; k < 4; ++k) s[3 + k] = turning[k];
    for (int k = 0; k < 3; ++k) s[7 + k] = accelerations_[i].linear_m_s2[k];
    for (int k = 0; k < 3; ++k) s[10 + k] = accelerations_[i].angular_rad_s2[k];
  }
  s[0] = contact_loss;
  s[1] = friction_loss;
  // Rejects the step, which may have leapt to where nothing is solvable; without a way round it
  // ends the integration.
  if (!failed_ && solved) return;
  s[0] = std::numeric_limits<double>::quiet_NaN();
  std::fill(accelerations_.begin(), accelerations_.end(), Acceleration{});  // Nobody knows them.
}

bool MultibodySystem::AfterStep(double /*t*/, std::span<double> y) {
  if (!solver_ || solver_->options().method != ConstraintMethod::kDirectCorrection) return false;
  Read(y);
  const bool solved = solver_->CorrectPositions(motions_) == SolveStatus::kSolved &&
                      solver_->CorrectVelocities(motions_) == SolveStatus::kSolved;
  failed_ = failed_ || !solved;
  for (int i = 0; i < body_count(); ++i) WriteBody(motions_[Index(i)], i, y);
  return true;
}

// Where the energy is, also of bodies that are taken out; how well constraints hold.

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

// What pushes the bodies: contacts and springs.

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

// Of a pair at motions_, whatever the guards have found so far.
ContactState MultibodySystem::StateNow(int p) const {
  const ContactState& known = contacts_[Index(p)];
  const ContactPair& pair = spec_.contacts[Index(p)];
  if (located_ || known.touching || Apart(pair)) return known;
  const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
  return {gap.gap_m < 0.0, ApproachOf(gap)};
}

void MultibodySystem::AddContact(const ContactPair& pair, const ContactState& state,
                                 double& contact_loss, double& friction_loss) {
  const BodyMotion& sphere = MotionOf(pair.sphere);
  const BodyMotion& other = MotionOf(pair.other);
  const ContactForces forces = ForcesOf(pair, state, sphere, other, spec_.horizontal);
  Load& on_sphere = loads_[Index(pair.sphere)];
  if (pair.constant_force_N == 0.0) on_sphere.force_N += forces.normal_N * forces.normal;
  on_sphere.AddAt(forces.sphere_arm_m, forces.friction_N);
  on_sphere.moment_N_m += forces.moment_N_m;
  friction_loss += forces.friction_power_W;
  if (pair.constant_force_N == 0.0) {
    const double stored = pair.normal.ElasticForce(std::max(forces.penetration_m, 0.0));
    contact_loss += (forces.normal_N - stored) * forces.rate_m_s;
  }
  if (pair.defect) on_sphere.force_N += forces.normal_N * forces.lean;
  if (pair.other == kGround) return;
  Load& on_other = loads_[Index(pair.other)];
  if (pair.defect) {
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
