#include "core/laws/cluster/cluster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/portable_math.h"
#include "core/laws/cluster/group_friction.h"
#include "core/math/ode.h"

namespace carom {
namespace {

// Errors of one step in units of the impact's own scales of indentation and impulse.
constexpr double kStepTolerance = 1e-10;
constexpr double kFirstStep = 1e-3;  // In units of the time scale.
constexpr int kMaxSteps = 4000;

// The rate at a turning point, and an approach after which nothing follows, in units of the largest
// approach at the start. (An indentation is as exact as the square of the former.)
constexpr double kTurned = 1e-6;
constexpr double kStill = 1e-12;

// Largest approach that counts as motion at all, m/s.
constexpr double kLeastSpeed_m_s = 1e-30;

// Friction goes on from step to step, so that a few rounds in each are enough.
constexpr int kFrictionRounds = 4;
constexpr double kFrictionTolerance = 1e-9;

// A contact whose gap was up to this was touching, m.
constexpr double kTouching_m = 1e-9;

// Indentations (m), then the normal impulses of the present step (N s), by contact.
class StepState {
 public:
  // Leaves a large array uninitialised: clearing it would cost more than the mechanics.
  StepState() {}
  explicit StepState(std::size_t contacts) : contacts_(contacts) {
    std::fill_n(value_.begin(), size(), 0.0);
  }
  StepState(const StepState& other) : contacts_(other.contacts_) { Copy(other); }
  StepState& operator=(const StepState& other) {
    contacts_ = other.contacts_;
    Copy(other);
    return *this;
  }

  std::size_t size() const { return 2 * contacts_; }
  double& operator[](std::size_t i) { return value_[i]; }
  double operator[](std::size_t i) const { return value_[i]; }

 private:
  void Copy(const StepState& other) {
    std::copy_n(other.value_.begin(), other.size(), value_.begin());
  }

  std::size_t contacts_ = 0;
  std::array<double, 2 * kMaxGroupContacts> value_;
};

using Stepper = DormandPrince54<StepState>;

// What the integration reads of a contact in its inner loop.
struct Link {
  std::size_t a = 0;
  std::size_t b = 0;  // One past the bodies when fixed.
  double inverse_mass_a = 0.0;
  double inverse_mass_b = 0.0;
  Vec3 normal = Vec3::Zero();
};

class Integration {
 public:
  Integration(std::span<GroupBody> bodies, std::span<const GroupContact> contacts);

  // Runs to the end of the impact; false when the bound on the steps was met.
  bool Run(GroupImpulses& impulses);

 private:
  double LargestApproach() const;
  void SetScales(double speed);
  bool Compressed() const;
  bool FlyToNextContact();
  bool Step(GroupImpulses& impulses);
  StepState Slope(const StepState& state) const;
  double ErrorRatio(const StepState& error) const;
  double TurningPoint(const StepState& state, const StepState& slope,
                      const Stepper::Trial& trial) const;
  void Accept(const StepState& state, GroupImpulses& impulses);
  void Rub(const StepState& state);

  double Rate(std::size_t c) const { return ContactSides(bodies_, contacts_[c]).Approach(); }

  std::span<GroupBody> bodies_;
  std::span<const GroupContact> contacts_;
  std::array<Link, kMaxGroupContacts> link_;
  std::array<internal::HertzHysteresis, kMaxGroupContacts> law_;
  std::array<double, kMaxGroupContacts> indentation_m_{};
  std::array<double, kMaxGroupContacts> fastest_slip_{};  // Since the contact began, m/s.
  double speed_scale_ = 0.0;
  double indentation_scale_ = 0.0;
  double impulse_scale_ = 0.0;
  double first_step_s_ = 0.0;
  double step_s_ = 0.0;
  bool rubs_ = false;
};

bool HasFriction(const GroupContact& contact) {
  const auto* constant = std::get_if<ConstantFriction>(&contact.friction);
  return constant == nullptr || constant->friction > 0.0;
}

Integration::Integration(std::span<GroupBody> bodies, std::span<const GroupContact> contacts)
    : bodies_(bodies), contacts_(contacts) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const GroupContact& contact = contacts[c];
    const ContactSides sides(bodies, contact);
    link_[c] = {static_cast<std::size_t>(contact.a),
                contact.b == kFixed ? bodies.size() : static_cast<std::size_t>(contact.b),
                sides.InverseMassA(), sides.InverseMassB(), contact.normal};
    law_[c] = {contact.stiffness, contact.restitution};
    indentation_m_[c] = -contact.gap_m;
    rubs_ = rubs_ || HasFriction(contact);
  }
}

double Integration::LargestApproach() const {
  double largest = 0.0;
  for (std::size_t c = 0; c < contacts_.size(); ++c) largest = std::max(largest, Rate(c));
  return largest;
}

// Of the shortest impact of two that the group could have. [Compliant pool table] (3.3):
// d = (5 m v^2 / 4 K)^(2/5), its time scale is d / v.
void Integration::SetScales(double speed) {
  double mass = std::numeric_limits<double>::infinity();
  for (const GroupBody& body : bodies_) mass = std::min(mass, body.ball.mass_kg);
  double stiffness = 0.0;
  for (const GroupContact& contact : contacts_) stiffness = std::max(stiffness, contact.stiffness);
  speed_scale_ = speed;
  indentation_scale_ = Pow(0.625 * mass / stiffness, 0.4) * Pow(speed, 0.8);
  impulse_scale_ = mass * speed;
  first_step_s_ = kFirstStep * indentation_scale_ / speed;
  step_s_ = first_step_s_;
}

bool Integration::Run(GroupImpulses& impulses) {
  const double speed = LargestApproach();
  if (speed < kLeastSpeed_m_s) return true;
  SetScales(speed);
  while (Compressed() || FlyToNextContact()) {
    if (!Step(impulses)) return false;
  }
  return true;
}

bool Integration::Compressed() const {
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    if (indentation_m_[c] > law_[c].Onset()) return true;
  }
  return false;
}

// Between contacts all velocities are constant.
bool Integration::FlyToNextContact() {
  double flight_s = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const double rate = Rate(c);
    if (rate > kStill * speed_scale_) {
      flight_s = std::min(flight_s, (law_[c].Onset() - indentation_m_[c]) / rate);
    }
  }
  if (!std::isfinite(flight_s)) return false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) indentation_m_[c] += flight_s * Rate(c);
  step_s_ = std::min(step_s_, first_step_s_);
  return true;
}

StepState Integration::Slope(const StepState& state) const {
  const std::size_t n = contacts_.size();
  std::array<Vec3, kMaxBalls + 1> velocity;
  for (std::size_t i = 0; i < bodies_.size(); ++i) velocity[i] = bodies_[i].velocity;
  velocity[bodies_.size()] = Vec3::Zero();
  for (std::size_t c = 0; c < n; ++c) {
    const double impulse = state[n + c];
    if (impulse == 0.0) continue;
    const Link& link = link_[c];
    velocity[link.a] -= (impulse * link.inverse_mass_a) * link.normal;
    velocity[link.b] += (impulse * link.inverse_mass_b) * link.normal;
  }
  StepState slope(n);
  for (std::size_t c = 0; c < n; ++c) {
    const Link& link = link_[c];
    slope[c] = link.normal.dot(velocity[link.a] - velocity[link.b]);
    slope[n + c] = law_[c].Force(state[c]);
  }
  return slope;
}

double Integration::ErrorRatio(const StepState& error) const {
  const std::size_t n = contacts_.size();
  double worst = 0.0;
  for (std::size_t c = 0; c < n; ++c) {
    worst = std::max(worst, std::abs(error[c]) / indentation_scale_);
    worst = std::max(worst, std::abs(error[n + c]) / impulse_scale_);
  }
  return worst / kStepTolerance;
}

// The share of a trial step after which the first contact turns from loading to unloading; at least
// 1 when none does within it.
double Integration::TurningPoint(const StepState& state, const StepState& slope,
                                 const Stepper::Trial& trial) const {
  double share = 1.0;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const double before = slope[c];
    const double after = trial.slope_end[c];
    if (!(before > 0.0) || !(after < -kTurned * speed_scale_)) continue;
    if (law_[c].TurningPointMatters(state[c]) || law_[c].TurningPointMatters(trial.y[c])) {
      share = std::min(share, before / (before - after));
    }
  }
  return share;
}

bool Integration::Step(GroupImpulses& impulses) {
  const std::size_t n = contacts_.size();
  StepState state(n);
  for (std::size_t c = 0; c < n; ++c) state[c] = indentation_m_[c];
  const auto slope_at = [this](double, const StepState& y) { return Slope(y); };
  const StepState slope = Slope(state);
  while (impulses.steps < kMaxSteps) {
    ++impulses.steps;
    const Stepper::Trial trial = Stepper::Step(slope_at, state, slope, 0.0, step_s_);
    const double ratio = ErrorRatio(trial.error);
    // The error goes with h^5; aim at 0.9 of the ideal, within [1/5, 5].
    const double next = std::clamp(0.9 * Pow(std::max(ratio, 1e-10), -0.2), 0.2, 5.0);
    const double turning = ratio <= 1.0 ? TurningPoint(state, slope, trial) : 1.0;
    if (ratio <= 1.0 && turning == 1.0) {
      Accept(trial.y, impulses);
      step_s_ *= next;
      return true;
    }
    step_s_ *= ratio <= 1.0 ? std::max(turning, 0.01) : next;
  }
  return false;
}

void Integration::Accept(const StepState& state, GroupImpulses& impulses) {
  const std::size_t n = contacts_.size();
  for (std::size_t c = 0; c < n; ++c) {
    const double impulse = std::max(state[n + c], 0.0);
    ContactSides(bodies_, contacts_[c]).Push(impulse);
    impulses.normal_Ns[c] += impulse;
  }
  if (rubs_) Rub(state);
  for (std::size_t c = 0; c < n; ++c) indentation_m_[c] = law_[c].Settle(state[c]);
}

void Integration::Rub(const StepState& state) {
  const std::size_t n = contacts_.size();
  std::array<double, kMaxGroupContacts> limit{};
  for (std::size_t c = 0; c < n; ++c) {
    if (!(state[n + c] > 0.0)) {
      fastest_slip_[c] = 0.0;
      continue;
    }
    const double slip = ContactSides(bodies_, contacts_[c]).Slip().norm();
    fastest_slip_[c] = std::max(fastest_slip_[c], slip);
    limit[c] = FrictionCoefficient(contacts_[c].friction, fastest_slip_[c]) * state[n + c];
  }
  internal::RubAll(bodies_, contacts_, limit, kFrictionRounds, kFrictionTolerance);
}

// Touching contacts do not approach afterwards, not even by what rounding or a bound left.
void StopTouching(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  ClusterWorkspace& workspace, GroupImpulses& impulses) {
  std::array<std::size_t, kMaxGroupContacts> index;
  std::size_t count = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].gap_m > kTouching_m) continue;
    workspace.touching[count] = contacts[c];
    index[count++] = c;
  }
  GroupImpulses last;
  StopApproach(bodies, {workspace.touching.data(), count}, workspace.tied.problem, last);
  for (std::size_t i = 0; i < count; ++i) impulses.normal_Ns[index[i]] += last.normal_Ns[i];
}

}  // namespace

GroupImpulses ResolveCluster(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                             ClusterWorkspace& workspace) {
  std::copy(bodies.begin(), bodies.end(), workspace.before.begin());
  GroupImpulses impulses;
  impulses.complete = Integration(bodies, contacts).Run(impulses);
  LimitEnergy({workspace.before.data(), bodies.size()}, bodies);
  StopTouching(bodies, contacts, workspace, impulses);
  return impulses;
}

}  // namespace carom
