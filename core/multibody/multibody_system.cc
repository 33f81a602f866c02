#include "core/multibody/multibody_system.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

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
  if (failed_ || !solved) s[0] = std::numeric_limits<double>::quiet_NaN();
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

}  // namespace carom
