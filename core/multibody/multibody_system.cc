#include "core/multibody/multibody_system.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace carom {
namespace {

// A sphere goes at most this share of its radius in a step, so that it cannot pass through another
// between two looks at the guards.
constexpr double kMostTravel = 0.5;

// Contacts that begin more slowly begin at rest: their rate is rounding, m/s, and damping that
// is in proportion to its inverse would be as hard as a wall.
constexpr double kAtRest_m_s = 1e-6;

// A contact that began at rest ends at a gap of this, m, not of nought, where rounding alone would
// begin and end it without time moving on (within some 100 m of the origin; beyond, coordinates are
// coarser). Nothing acts over a gap.
constexpr double kApart_m = 1e-12;

double Approach(const GapAndRate& gap) { return gap.rate_m_s < -kAtRest_m_s ? -gap.rate_m_s : 0.0; }

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

// How far a body still is from what it is watched for, and the rate of that.
GapAndRate LeftOf(const PlaneWatch& watch, const BodyMotion& motion) {
  return {watch.normal.dot(motion.position_m) - watch.offset_m,
          watch.normal.dot(motion.velocity_m_s)};
}

GapAndRate LeftOf(const CylinderWatch& watch, const BodyMotion& motion) {
  const Vec2 from_axis = motion.position_m.head<2>() - watch.centre_m;
  const double off_axis = from_axis.norm();
  const double outside = off_axis - watch.radius_m;
  const double above = motion.position_m.z() - watch.top_m;
  if (above > outside) return {above, motion.velocity_m_s.z()};
  const double parting =
      off_axis > 0.0 ? from_axis.dot(motion.velocity_m_s.head<2>()) / off_axis : 0.0;
  return {outside, parting};
}

double KineticEnergy(const RigidBody& body, const BodyMotion& motion) {
  const Vec3 spin = RotationMatrix(motion.orientation).transpose() * motion.spin_rad_s;
  return 0.5 * body.mass_kg * motion.velocity_m_s.squaredNorm() +
         0.5 * spin.dot(body.inertia_kg_m2.cwiseProduct(spin));
}

}  // namespace

MultibodySystem::MultibodySystem(MultibodySpec spec, ContactListener* listener)
    : spec_(std::move(spec)),
      listener_(listener),
      contacts_(spec_.contacts.size()),
      passed_(spec_.watches.size(), false),
      out_(spec_.bodies.size(), false),
      motions_(spec_.bodies.size()),
      loads_(spec_.bodies.size()),
      accelerations_(spec_.bodies.size()) {
  touching_.reserve(spec_.contacts.size());
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
    contacts_[p] = {true, Approach(gap)};
    touching_.push_back(static_cast<int>(p));
  }
  return y;
}

int MultibodySystem::size() const { return kBodyStates * body_count() + 2; }

void MultibodySystem::Read(std::span<const double> y) {
  for (int i = 0; i < body_count(); ++i) motions_[Index(i)] = ReadBody(y, i);
}

const BodyMotion& MultibodySystem::MotionOf(int body) const {
  static const BodyMotion ground;
  return body == kGround ? ground : motions_[Index(body)];
}

bool MultibodySystem::Apart(const ContactPair& pair) const {
  return out_[Index(pair.sphere)] || (pair.other != kGround && out_[Index(pair.other)]);
}

void MultibodySystem::AddContacts(double& contact_loss, double& friction_loss) {
  if (located_) {
    for (const int p : touching_) {
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
  return {gap.gap_m < 0.0, Approach(gap)};
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
    const double stored = pair.normal.ElasticForce(std::max(forces.indentation_m, 0.0));
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

std::span<const Acceleration> MultibodySystem::AccelerationsAt(double t,
                                                               std::span<const double> y) {
  unused_slope_.resize(y.size());
  Slope(t, y, unused_slope_);
  return accelerations_;
}

void MultibodySystem::Slope(double t, std::span<const double> y, std::span<double> slope) {
  Read(y);
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    loads_[i] = {spec_.bodies[i].mass_kg * spec_.gravity_m_s2, Vec3::Zero()};
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
      accelerations_[i] = FreeAcceleration(spec_.bodies[i], motions_[i], loads_[i]);
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
  if (failed_ || !solved) s[0] = std::numeric_limits<double>::quiet_NaN();
}

int MultibodySystem::guard_count() const {
  return static_cast<int>(spec_.contacts.size() + spec_.watches.size());
}

void MultibodySystem::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                             std::span<double> rate) {
  Read(y);
  for (std::size_t p = 0; p < contacts_.size(); ++p) {
    const ContactPair& pair = spec_.contacts[p];
    if (Apart(pair) || pair.constant_force_N > 0.0) {
      value[p] = 1.0;
      rate[p] = 0.0;
      continue;
    }
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    const ContactState& contact = contacts_[p];
    const double sign = contact.touching ? -1.0 : 1.0;
    const double apart_m = contact.touching && contact.approach_m_s == 0.0 ? kApart_m : 0.0;
    value[p] = sign * (gap.gap_m - apart_m);
    rate[p] = sign * gap.rate_m_s;
  }
  for (std::size_t w = 0; w < spec_.watches.size(); ++w) {
    const std::size_t g = contacts_.size() + w;
    const int body = std::visit([](const auto& watch) { return watch.body; }, spec_.watches[w]);
    const bool quiet = passed_[w] || out_[Index(body)];
    const GapAndRate left =
        quiet ? GapAndRate{1.0, 0.0}
              : std::visit([&](const auto& watch) { return LeftOf(watch, motions_[Index(body)]); },
                           spec_.watches[w]);
    value[g] = left.gap_m;
    rate[g] = left.rate_m_s;
  }
}

bool MultibodySystem::OnGuards(double t, std::span<double> y, std::span<const int> crossed) {
  Read(y);
  for (const int g : crossed) {
    const int pairs = static_cast<int>(contacts_.size());
    if (g >= pairs) {
      passed_[Index(g - pairs)] = true;
      if (listener_ != nullptr && !listener_->Passed(g - pairs, t, motions_)) return false;
      continue;
    }
    const ContactPair& pair = spec_.contacts[Index(g)];
    ContactState& contact = contacts_[Index(g)];
    if (contact.touching) {
      contact = ContactState{};
      touching_.erase(std::find(touching_.begin(), touching_.end(), g));
      if (listener_ != nullptr) listener_->Ended(g, t, motions_);
      continue;
    }
    const GapAndRate gap = GapOf(pair, MotionOf(pair.sphere), MotionOf(pair.other));
    contact = {true, Approach(gap)};
    touching_.insert(std::lower_bound(touching_.begin(), touching_.end(), g), g);
    if (pair.normal.Undefined(std::max(contact.approach_m_s, pair.least_approach_m_s))) {
      failed_ = true;
    }
    if (listener_ != nullptr) listener_->Began(g, t, motions_);
  }
  for (int i = 0; i < body_count(); ++i) {
    if (out_[Index(i)]) WriteBody(motions_[Index(i)], i, y);  // Removed just now: at rest.
  }
  return !failed_;
}

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

bool MultibodySystem::AfterStep(double /*t*/, std::span<double> y) {
  if (!solver_ || solver_->options().method != ConstraintMethod::kDirectCorrection) return false;
  Read(y);
  const bool solved = solver_->CorrectPositions(motions_) == SolveStatus::kSolved &&
                      solver_->CorrectVelocities(motions_) == SolveStatus::kSolved;
  failed_ = failed_ || !solved;
  for (int i = 0; i < body_count(); ++i) WriteBody(motions_[Index(i)], i, y);
  return true;
}

double MultibodySystem::LargestStep(double /*t*/, std::span<const double> y) {
  Read(y);
  double step = std::numeric_limits<double>::infinity();
  for (const ContactPair& pair : spec_.contacts) {
    const Vec3 relative = MotionOf(pair.sphere).velocity_m_s - MotionOf(pair.other).velocity_m_s;
    const double speed = relative.norm();
    if (speed * step > kMostTravel * pair.radius_m) step = kMostTravel * pair.radius_m / speed;
  }
  return step;
}

ContactForces MultibodySystem::ForcesAt(int pair_index, std::span<const double> y) {
  Read(y);
  const ContactPair& pair = spec_.contacts[Index(pair_index)];
  const ContactState state = StateNow(pair_index);
  if (!state.touching) return {};
  return ForcesOf(pair, state, MotionOf(pair.sphere), MotionOf(pair.other), spec_.horizontal);
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
