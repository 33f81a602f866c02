#include "core/laws/double_contact_impact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/constants.h"
#include "core/laws/impact.h"
#include "core/math/ode.h"

namespace carom::internal {
namespace {

// Fractions of the approach speed (of its square, for work). All follow from the local error of a
// step, E. It turns a slip s by E / s: by 1e-3 at kZeroSlip, where ReachZeroSlip() and StopSlip()
// take the rest, and by 1e-5 at kCreep, from where a new slip is integrated. The approach ends
// within a tenth of E; the work of compression errs by the square of that, far below kZeroWork.
constexpr double kFirstStep = 0.1;
constexpr double kLocalError = 1e-9;
constexpr double kZeroSlip = kLocalError / 1e-3;
constexpr double kCreep = kLocalError / 1e-5;
constexpr double kCreepStep = kCreep / 0.1;
constexpr double kZeroApproach = kLocalError / 10.0;
constexpr double kZeroWork = kLocalError / 1e4;
// Of a sum of four products. Relative to speed_scale, not to the approach.
constexpr double kRounding = 4.0 * std::numeric_limits<double>::epsilon();
// In stiff cases (a slip that hardly grows) the tolerance is relaxed after every kPatience steps.
constexpr int kPatience = 100;
constexpr int kMaxCoarsenings = 3;

// A slip that begins at a rate below kNoSlipRate (per unit of normal impulse) does not count: it
// stays below kZeroSlip throughout the impact. A resting contact is let go when its friction is
// outside the cone by kLetGo to kFarOut, beyond which such a slip would count.
constexpr double kNoSlipRate = kZeroSlip / 10.0;
constexpr double kFarOut = kZeroSlip;
constexpr double kLetGo = 0.3 * kFarOut;

double CushionSlipSpeed(const Slip& slip) {
  return std::sqrt(slip.cushion_x * slip.cushion_x + slip.cushion_up * slip.cushion_up);
}

double SlateSlipSpeed(const Slip& slip) {
  return std::sqrt(slip.slate_x * slip.slate_x + slip.slate_y * slip.slate_y);
}

// Step after which a slip (x, y) with the rate (dx, dy) is almost zero, or has turned away.
double StepToZero(double x, double y, double dx, double dy) {
  const double closing = -(x * dx + y * dy);
  if (closing <= 0.0) return kInfinity;
  const double rate_squared = dx * dx + dy * dy;
  // The first bound ends the step just short of the zero, where the direction of friction is
  // undefined. The second one avoids endless short steps of a slip that passes zero at a distance.
  const double closest = 0.99 * closing / rate_squared;
  return std::max(closest, 0.1 * std::sqrt((x * x + y * y) / rate_squared));
}

}  // namespace

DoubleContactImpact::DoubleContactImpact(const DoubleContact& ball, const Slip& slip,
                                         double approach, double speed_scale)
    : ball_(ball),
      initial_slip_(slip),
      initial_approach_(approach),
      local_error_(kLocalError * approach),
      zero_slip_(std::max(kZeroSlip * approach, kRounding * speed_scale)),
      creep_slip_(std::max(kCreep * approach, 2.0 * zero_slip_)),
      step_(kFirstStep * approach) {}

void DoubleContactImpact::Run(double restitution) {
  if (!Advance(0.0, kZeroApproach * initial_approach_)) FinishWithoutFriction(0.0);
  const double compression_work = state_[4];
  const double work_at_end = (1.0 - restitution * restitution) * compression_work;
  compressing_ = false;
  if (!Advance(work_at_end, kZeroWork * compression_work)) FinishWithoutFriction(work_at_end);
}

void DoubleContactImpact::Coarsen() {
  if (steps_ > kPatience * kMaxCoarsenings) return;
  local_error_ *= 10.0;
  zero_slip_ = std::max(zero_slip_, 30.0 * local_error_);
  creep_slip_ = std::max(creep_slip_, 2.0 * zero_slip_);
}

double DoubleContactImpact::ErrorRatio(const State& error) const {
  const double work = std::fabs(error[4]) / initial_approach_;
  return std::max({std::fabs(error[0]), std::fabs(error[1]), std::fabs(error[2]),
                   std::fabs(error[3]), work}) /
         local_error_;
}

bool DoubleContactImpact::Advance(double work_at_end, double tolerance) {
  using Stepper = DormandPrince54<State>;
  const auto slope_at = [this](double p, const State& y) { return SlopeAt(p, y); };
  double remaining = Remaining(impulse_, state_, work_at_end);
  State slope = SlopeAt(impulse_, state_);
  double to_zero_slip_before = kInfinity;
  double limit = kInfinity;  // Of the next step alone, where the last one overran an event.
  while (remaining > tolerance) {
    if (++steps_ > kMaxImpactSteps) return false;
    if (steps_ % kPatience == 0) Coarsen();
    if (NeedsSettling()) {
      Settle(work_at_end);
      remaining = Remaining(impulse_, state_, work_at_end);
      if (remaining <= tolerance) break;
      slope = SlopeAt(impulse_, state_);
    }
    const double to_zero_slip = StepToZeroSlip(slope, resting_);
    // A vanishing slip turns ever faster: the step shrinks with what is left of it.
    if (to_zero_slip < to_zero_slip_before) {
      step_ *= std::max(0.2, to_zero_slip / to_zero_slip_before);
    }
    to_zero_slip_before = to_zero_slip;
    const double h = std::min({step_, limit, to_zero_slip, StepToGoal(slope, work_at_end)});
    const Stepper::Trial trial = Stepper::Step(slope_at, state_, slope, impulse_, h);

    const double error = ErrorRatio(trial.error);
    const double factor = StepFactor(error);
    if (!(error <= 1.0)) {
      step_ = h * factor;
      continue;
    }
    const double end = impulse_ + h;
    const double margin = MarginAt(impulse_, state_);
    const double margin_at_end = MarginAt(end, trial.y);
    if (margin > -kLetGo && margin_at_end < -kFarOut) {
      const double crossing = (margin + 0.5 * (kLetGo + kFarOut)) / (margin - margin_at_end);
      limit = h * std::clamp(crossing, 0.05, 0.95);
      continue;
    }
    const double left = Remaining(end, trial.y, work_at_end);
    if (left < -tolerance) {
      limit = h * std::clamp(remaining / (remaining - left), 0.05, 0.95);
      continue;
    }
    impulse_ = end;
    state_ = trial.y;
    slope = trial.slope_end;
    remaining = left;
    limit = kInfinity;
    cone_left_ = margin > -kLetGo && margin_at_end <= -kLetGo;
    step_ = std::max(step_ > h ? step_ : 0.0, h * factor);
  }
  return true;
}

double DoubleContactImpact::Remaining(double impulse, const State& state,
                                      double work_at_end) const {
  return compressing_ ? NormalAt(impulse, state) : state[4] - work_at_end;
}

// Uses the present rate of the normal velocity; exact while the forces keep their directions.
double DoubleContactImpact::StepToGoal(const State& slope, double work_at_end) const {
  const Friction forces = FrictionOf(slope);
  const double velocity = NormalAt(impulse_, state_);
  const double deceleration = -ball_.NormalVelocityChange(1.0, forces);
  if (compressing_) return deceleration > 0.0 ? velocity / deceleration : kInfinity;
  // work - work_at_end = -velocity h + deceleration h^2 / 2
  const double work = state_[4] - work_at_end;
  const double discriminant = velocity * velocity + 2.0 * deceleration * work;
  if (discriminant < 0.0) return kInfinity;
  const double denominator = std::sqrt(discriminant) - velocity;
  return denominator > 0.0 ? 2.0 * work / denominator : kInfinity;
}

double DoubleContactImpact::StepToZeroSlip(const State& slope, const Resting& but) const {
  const Slip slip = SlipsAfter(impulse_, state_);
  const Slip rate = ball_.SlipChange(1.0, FrictionOf(slope));
  double step = kInfinity;
  if (!but.cushion && ball_.cushion_friction() > 0.0) {
    step = StepToZero(slip.cushion_x, slip.cushion_up, rate.cushion_x, rate.cushion_up);
  }
  if (!but.slate && ball_.slate_friction() > 0.0) {
    step = std::min(step, StepToZero(slip.slate_x, slip.slate_y, rate.slate_x, rate.slate_y));
  }
  return step;
}

Resting DoubleContactImpact::AtZeroSlip() const {
  const Slip slip = SlipsAfter(impulse_, state_);
  return {ball_.cushion_friction() > 0.0 && CushionSlipSpeed(slip) <= zero_slip_,
          ball_.slate_friction() > 0.0 && SlateSlipSpeed(slip) <= zero_slip_};
}

bool DoubleContactImpact::NeedsSettling() const {
  if (cone_left_) return true;
  const Resting zero = AtZeroSlip();
  return (zero.cushion && !resting_.cushion) || (zero.slate && !resting_.slate);
}

// Takes the last stretch to zero slip with the present forces. That is exact where the slip heads
// straight for zero, as after a normal approach; elsewhere the stretch is left out.
void DoubleContactImpact::ReachZeroSlip(double work_at_end) {
  const Slip slip = SlipsAfter(impulse_, state_);
  const State slope = SlopeAt(impulse_, state_);
  const Slip rate = ball_.SlipChange(1.0, FrictionOf(slope));
  const bool cushion = !resting_.cushion && AtZeroSlip().cushion;
  const double closing =
      cushion ? -(slip.cushion_x * rate.cushion_x + slip.cushion_up * rate.cushion_up)
              : -(slip.slate_x * rate.slate_x + slip.slate_y * rate.slate_y);
  const double speed = cushion ? CushionSlipSpeed(rate) : SlateSlipSpeed(rate);
  if (closing <= 0.0) return;
  const double h = closing / (speed * speed);
  if (h > StepToGoal(slope, work_at_end)) return;
  State reached = state_;
  for (std::size_t i = 0; i < reached.size(); ++i) reached[i] += h * slope[i];
  const Slip left = SlipsAfter(impulse_ + h, reached);
  if (cushion ? CushionSlipSpeed(left) > 0.5 * CushionSlipSpeed(slip)
              : SlateSlipSpeed(left) > 0.5 * SlateSlipSpeed(slip)) {
    return;
  }
  state_ = reached;
  impulse_ += h;
}

// While a slip that has just begun is tiny, its direction relaxes at the rate 1/|slip| to that in
// which it grows. An explicit method would need equally tiny steps. So the slip "creeps" with the
// forces of its onset up to kCreep; the error is about kCreep times the angle by which the
// direction turns.
void DoubleContactImpact::Settle(double work_at_end) {
  if (!cone_left_) ReachZeroSlip(work_at_end);
  cone_left_ = false;
  const Resting zero = AtZeroSlip();
  Resting creeping = {resting_.cushion || zero.cushion, resting_.slate || zero.slate};
  resting_ = {};
  while (steps_ <= kMaxImpactSteps) {
    const Slip slip = SlipsAfter(impulse_, state_);
    const Friction forces = ball_.ForcesAtZeroSlip(slip, creeping);
    const Slip rate = ball_.SlipChange(1.0, forces);
    const double cushion_rate = creeping.cushion ? CushionSlipSpeed(rate) : 0.0;
    const double slate_rate = creeping.slate ? SlateSlipSpeed(rate) : 0.0;
    // A contact whose slip grows creeps. One whose slip does not grow rests if it has none, and
    // slides if it has begun to.
    const bool cushion_grows = cushion_rate >= kNoSlipRate;
    const bool slate_grows = slate_rate >= kNoSlipRate;
    resting_.cushion = creeping.cushion && !cushion_grows && CushionSlipSpeed(slip) <= zero_slip_;
    resting_.slate = creeping.slate && !slate_grows && SlateSlipSpeed(slip) <= zero_slip_;
    creeping.cushion = resting_.cushion || cushion_grows;
    creeping.slate = resting_.slate || slate_grows;
    const double slower =
        std::max(cushion_grows ? cushion_rate : 0.0, slate_grows ? slate_rate : 0.0);
    if (slower == 0.0) {
      StopSlip();
      return;
    }

    const State slope = SlopeOf(impulse_, state_, forces);
    const double wanted = std::min(kCreepStep * initial_approach_, creep_slip_ / slower);
    // The other contact may slide, and come to rest meanwhile.
    const double until =
        std::min(0.5 * StepToGoal(slope, work_at_end), StepToZeroSlip(slope, creeping));
    const double h = std::min(wanted, until);
    const auto slope_at = [&](double p, const State& y) {
      return SlopeOf(p, y, ball_.ForcesAtZeroSlip(SlipsAfter(p, y), creeping));
    };
    state_ = Rk4Step(slope_at, state_, impulse_, h);
    impulse_ += h;
    ++steps_;
    const Slip grown = SlipsAfter(impulse_, state_);
    if (!resting_.cushion && CushionSlipSpeed(grown) >= 0.99 * creep_slip_)
      creeping.cushion = false;
    if (!resting_.slate && SlateSlipSpeed(grown) >= 0.99 * creep_slip_) creeping.slate = false;
    if (until < wanted) return;
  }
}

// The slip left at a contact that comes to rest is removed at once, as friction soon would.
void DoubleContactImpact::StopSlip() {
  const Friction stop = ball_.StoppingImpulse(SlipsAfter(impulse_, state_), resting_);
  state_[0] += stop.cushion_x;
  state_[1] += stop.cushion_up;
  state_[2] += stop.slate_x;
  state_[3] += stop.slate_y;
}

void DoubleContactImpact::FinishWithoutFriction(double work_at_end) {
  const double velocity = NormalAt(impulse_, state_);
  const double rate = -ball_.NormalVelocityChange(1.0, {});
  const double left = compressing_ ? 0.0 : std::max(0.0, state_[4] - work_at_end);
  const double velocity_at_end =
      -std::sqrt(compressing_ ? 0.0 : velocity * velocity + 2.0 * rate * left);
  const double h = std::max(0.0, (velocity - velocity_at_end) / rate);
  state_[4] += h * 0.5 * (velocity + velocity_at_end);
  impulse_ += h;
}

Slip DoubleContactImpact::SlipsAfter(double impulse, const State& state) const {
  const Slip change = ball_.SlipChange(impulse, FrictionOf(state));
  return {initial_slip_.cushion_x + change.cushion_x, initial_slip_.cushion_up + change.cushion_up,
          initial_slip_.slate_x + change.slate_x, initial_slip_.slate_y + change.slate_y};
}

double DoubleContactImpact::NormalAt(double impulse, const State& state) const {
  return initial_approach_ + ball_.NormalVelocityChange(impulse, FrictionOf(state));
}

DoubleContactImpact::State DoubleContactImpact::SlopeOf(double impulse, const State& state,
                                                        const Friction& forces) const {
  return {forces.cushion_x, forces.cushion_up, forces.slate_x, forces.slate_y,
          NormalAt(impulse, state)};
}

DoubleContactImpact::State DoubleContactImpact::SlopeAt(double impulse, const State& state) const {
  return SlopeOf(impulse, state, ball_.Forces(SlipsAfter(impulse, state), resting_));
}

double DoubleContactImpact::MarginAt(double impulse, const State& state) const {
  if (!resting_.cushion && !resting_.slate) return 1.0;
  return ball_.Margin(ball_.Forces(SlipsAfter(impulse, state), resting_), resting_);
}

}  // namespace carom::internal
