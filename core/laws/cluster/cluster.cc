#include "core/laws/cluster/cluster.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/portable_math.h"
#include "core/laws/impact.h"
#include "core/math/ode.h"
#include "core/solid/resolution.h"

namespace carom {
namespace {

// The first step after a flight, in units of the time scale.
constexpr double kFirstStep = 1e-2;

// An approach too slow to matter, in units of the largest approach at the start: what rounding may
// leave of some thousands of steps.
constexpr double kStill = 4096.0 * std::numeric_limits<double>::epsilon();

// Friction acts again in every step, so a few rounds in each are enough.
constexpr int kFrictionRoundsOfStep = 4;
constexpr double kFrictionToleranceOfStep = 1e-4;

using internal::GroupColumn;

bool HasFriction(const GroupContact& contact) {
  const auto* constant = std::get_if<ConstantFriction>(&contact.friction);
  return constant == nullptr || constant->friction > 0.0;
}

// Whether two contacts with friction share a body: friction at one then changes the slip at the
// other.
bool FrictionCouples(std::span<const GroupContact> contacts) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!HasFriction(contacts[c])) continue;
    for (std::size_t k = 0; k < c; ++k) {
      if (HasFriction(contacts[k]) && ShareABody(contacts[c], contacts[k])) return true;
    }
  }
  return false;
}

// The friction coefficient of a contact at the fastest slip since it began.
struct SlipMemory {
  double fastest2 = -1.0;  // Its square, m2/s2; below 0 before the contact begins.
  double coefficient = 0.0;

  // At a slip whose square is `slip2`.
  double CoefficientAt(const BallBallFriction& friction, double slip2) {
    if (slip2 > fastest2) {
      fastest2 = slip2;
      coefficient = FrictionCoefficientAt(friction, std::sqrt(slip2));
    }
    return coefficient;
  }
};

class Integration {
 public:
  Integration(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts,
              const ClusterTolerance& tolerance, internal::HertzChain& chain,
              internal::GroupMotion& motion);

  // Runs to the end of the impact; false when the bound on the steps was reached.
  bool Run(GroupImpulses& impulses);

 private:
  double LargestApproach() const;
  void SetScales(double speed);
  bool FlyToNextContact();
  bool Step(GroupImpulses& impulses);
  void Accept(double step_s, GroupImpulses& impulses);
  void ApplyFriction();

  std::span<const GroupBody> bodies_;
  std::span<const GroupContact> contacts_;
  double tolerance_;
  double turned_;  // The rate at a turning point, in units of the largest approach at the start.
  internal::HertzChain& chain_;
  internal::GroupMotion& motion_;
  GroupColumn rate_m_s_;
  std::array<SlipMemory, kMaxGroupContacts> slip_;
  double speed_scale_ = 0.0;
  internal::HertzChain::Scales scales_;
  double first_step_s_ = 0.0;
  double step_s_ = 0.0;
  bool rubs_ = false;
};

// A step ends at a turning point where the rate is at most turned_. If the rate there is still v',
// in units of the scale, the penetration reached falls short of the deepest one by the part v'^2.
// This part may be as large as the error of a step, so turned_ is the root of the tolerance.
Integration::Integration(std::span<const GroupBody> bodies, std::span<const GroupContact> contacts,
                         const ClusterTolerance& tolerance, internal::HertzChain& chain,
                         internal::GroupMotion& motion)
    : bodies_(bodies),
      contacts_(contacts),
      tolerance_(FrictionCouples(contacts) ? tolerance.rubbing : tolerance.alone),
      turned_(std::sqrt(tolerance_)),
      chain_(chain),
      motion_(motion) {
  chain_.Begin(bodies, contacts);
  motion_.Begin(bodies, contacts);
  rubs_ = std::any_of(contacts.begin(), contacts.end(), HasFriction);
  motion_.FindApproaches(rate_m_s_);
}

double Integration::LargestApproach() const {
  double largest = 0.0;
  for (std::size_t c = 0; c < contacts_.size(); ++c) largest = std::max(largest, rate_m_s_[c]);
  return largest;
}

// The scales of the shortest impact of two bodies that the group could have. They are
// d = (5 m v^2 / 4 K)^(2/5) [Compliant pool table] (3.3), and d / v for time.
void Integration::SetScales(double speed) {
  double mass = std::numeric_limits<double>::infinity();
  for (const GroupBody& body : bodies_) mass = std::min(mass, body.ball.mass_kg);
  double stiffness = 0.0;
  for (const GroupContact& contact : contacts_) stiffness = std::max(stiffness, contact.stiffness);
  speed_scale_ = speed;
  scales_.penetration_m = Pow(0.625 * mass / stiffness, 0.4) * Pow(speed, 0.8);
  scales_.impulse_Ns = mass * speed;
  first_step_s_ = kFirstStep * scales_.penetration_m / speed;
  step_s_ = first_step_s_;
}

bool Integration::Run(GroupImpulses& impulses) {
  const double speed = LargestApproach();
  if (speed < kResolution_m_s) return true;
  SetScales(speed);
  while (chain_.Compressed() || FlyToNextContact()) {
    if (!Step(impulses)) return false;
  }
  return true;
}

// Between contacts all velocities are constant.
bool Integration::FlyToNextContact() {
  double flight_s = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const double to_onset_m = chain_.law(c).Onset() - chain_.penetration_m(c);
    if (rate_m_s_[c] > kStill * speed_scale_) {
      flight_s = std::min(flight_s, to_onset_m / rate_m_s_[c]);
    }
  }
  if (!std::isfinite(flight_s)) return false;
  for (std::size_t c = 0; c < contacts_.size(); ++c) chain_.Advance(c, flight_s * rate_m_s_[c]);
  step_s_ = std::min(step_s_, first_step_s_);
  return true;
}

// A step that is cut short at a turning point does not change the planned length of the next step.
bool Integration::Step(GroupImpulses& impulses) {
  chain_.Start(rate_m_s_);
  double step_s = step_s_;
  while (impulses.steps < kMaxImpactSteps) {
    ++impulses.steps;
    const double ratio = chain_.Try(step_s, scales_) / tolerance_;
    if (!(ratio <= 1.0)) {
      step_s *= StepFactor(ratio);
      step_s_ = step_s;
      continue;
    }
    chain_.FindEnd();
    const double turning = chain_.TurningShare(turned_ * speed_scale_);
    if (turning == 1.0) {
      const double next_s = step_s * StepFactor(ratio);
      step_s_ = step_s < step_s_ ? std::max(step_s_, next_s) : next_s;
      Accept(step_s, impulses);
      return true;
    }
    step_s *= std::max(turning, 0.01);
  }
  return false;
}

// Friction answers the slip that the step's normal impulses leave. It acts while they do, on
// average in the middle of the step, so its change of the rates moves the contacts for half the
// step.
void Integration::Accept(double step_s, GroupImpulses& impulses) {
  motion_.Push(chain_.impulse_Ns());
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    impulses.normal_Ns[c] += std::max(0.0, chain_.impulse_Ns()[c]);
  }
  if (rubs_) ApplyFriction();
  motion_.FindApproaches(rate_m_s_);
  GroupColumn shift_m;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    shift_m[c] = rubs_ ? 0.5 * step_s * (rate_m_s_[c] - chain_.EndRate(c)) : 0.0;
  }
  chain_.Accept(shift_m);
}

void Integration::ApplyFriction() {
  GroupColumn slip2_m2_s2;
  motion_.FindSlips(chain_.impulse_Ns(), slip2_m2_s2);
  GroupColumn limit_Ns;
  for (std::size_t c = 0; c < contacts_.size(); ++c) {
    const double impulse = chain_.impulse_Ns()[c];
    if (impulse > 0.0) {
      limit_Ns[c] = slip_[c].CoefficientAt(contacts_[c].friction, slip2_m2_s2[c]) * impulse;
    } else {
      slip_[c] = SlipMemory();
      limit_Ns[c] = 0.0;
    }
  }
  motion_.ApplyFriction(limit_Ns, kFrictionRoundsOfStep, kFrictionToleranceOfStep);
}

// Touching contacts must not approach afterwards. Any approach that rounding or the bound on the
// steps has left is removed.
void StopTouching(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                  ClusterWorkspace& workspace, GroupImpulses& impulses) {
  std::array<std::size_t, kMaxGroupContacts> index;
  std::size_t count = 0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts[c].gap_m > kResolution_m) continue;
    workspace.touching[count] = contacts[c];
    index[count++] = c;
  }
  GroupImpulses last;
  StopApproach(bodies, {workspace.touching.data(), count}, workspace.tied.problem, last);
  for (std::size_t i = 0; i < count; ++i) impulses.normal_Ns[index[i]] += last.normal_Ns[i];
}

}  // namespace

GroupImpulses ResolveCluster(std::span<GroupBody> bodies, std::span<const GroupContact> contacts,
                             ClusterWorkspace& workspace, const ClusterTolerance& tolerance) {
  std::copy(bodies.begin(), bodies.end(), workspace.before.begin());
  GroupImpulses impulses;
  Integration integration(bodies, contacts, tolerance, workspace.chain, workspace.motion);
  impulses.complete = integration.Run(impulses);
  workspace.motion.Store(bodies);
  LimitEnergy({workspace.before.data(), bodies.size()}, bodies);
  StopTouching(bodies, contacts, workspace, impulses);
  return impulses;
}

}  // namespace carom
