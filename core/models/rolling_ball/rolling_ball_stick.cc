#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/field_error.h"
#include "core/models/rolling_ball/rolling_ball.h"

namespace carom {
namespace {

// Below these, motions count as none.
constexpr double kStillSpeed_m_s = 1e-6;   // Of the centre.
constexpr double kStuckRate_per_s = 1e-6;  // Of the patch: its lambda of Eq. (6).

/// What a ball on a patch without smoothing does in each phase of [Contensou ball]: the equations
/// of motion, with the values of friction and rolling resistance while they keep their own motion
/// at zero.
class StickEquations {
 public:
  /// The smoothing of ball.patch is ignored.
  explicit StickEquations(const RollingBall& ball);

  const RollingBallEquations& free() const { return free_; }
  const ContensouPatch& patch() const { return free_.patch(); }

  RollingBallPhase PhaseAt(const RollingBallState& state) const;
  RollingBallRates Rates(RollingBallPhase phase, const RollingBallState& state) const;

  /// lambda^2 of Eq. (6).
  double SquaredPatchRate(const RollingBallState& state) const;

  /// The shift of the pressure under which no friction force acts, so that a centre at rest stays.
  /// The force is linear in the shift. There is none when only slip is left, which no shift
  /// balances.
  std::optional<Vec2> HoldingShift(const RollingBallState& state) const;
  bool Holds(const RollingBallState& state) const;
  /// How much of the rolling resistance is left, 1 - (|shift| / d)^2.
  double Reserve(const RollingBallState& state) const;

 private:
  RollingBallRates RatesOfRolling(const RollingBallState& state) const;
  RollingBallRates RatesOnSpot(const RollingBallState& state) const;

  RollingBallEquations free_;
};

RollingBall WithoutSmoothing(RollingBall ball) {
  ball.patch.slip_smoothing_per_s = 0.0;
  ball.patch.rolling_smoothing_per_s = 0.0;
  return ball;
}

StickEquations::StickEquations(const RollingBall& ball) : free_(WithoutSmoothing(ball)) {}

RollingBallPhase StickEquations::PhaseAt(const RollingBallState& state) const {
  const bool centre = state.velocity_m_s.norm() > kStillSpeed_m_s;
  if (SquaredPatchRate(state) <= kStuckRate_per_s * kStuckRate_per_s) {
    return centre ? RollingBallPhase::kRolls : RollingBallPhase::kRests;
  }
  return centre || !Holds(state) ? RollingBallPhase::kSlides : RollingBallPhase::kTurnsOnSpot;
}

double StickEquations::SquaredPatchRate(const RollingBallState& state) const {
  const Vec2 slip = free_.Slip(state) / patch().radius_m;
  return slip.squaredNorm() + state.spin_rad_s.z() * state.spin_rad_s.z();
}

std::optional<Vec2> StickEquations::HoldingShift(const RollingBallState& state) const {
  PatchSlip slip{free_.Slip(state) / patch().radius_m, state.spin_rad_s.z()};
  const Vec2 force = patch().Friction(slip).force;
  Eigen::Matrix2d by_shift;
  for (int k = 0; k < 2; ++k) {
    slip.shift = Vec2::Unit(k);
    by_shift.col(k) = patch().Friction(slip).force - force;
  }
  const double determinant = by_shift.determinant();
  if (!(std::fabs(determinant) > 1e-12)) return std::nullopt;
  return Vec2(-Vec2(by_shift(1, 1) * force.x() - by_shift(0, 1) * force.y(),
                    by_shift(0, 0) * force.y() - by_shift(1, 0) * force.x()) /
              determinant);
}

bool StickEquations::Holds(const RollingBallState& state) const {
  const std::optional<Vec2> shift = HoldingShift(state);
  return shift && shift->norm() <= patch().lean;
}

double StickEquations::Reserve(const RollingBallState& state) const {
  const std::optional<Vec2> shift = HoldingShift(state);
  return shift ? 1.0 - shift->squaredNorm() / (patch().lean * patch().lean) : -1.0;
}

RollingBallRates StickEquations::Rates(RollingBallPhase phase,
                                       const RollingBallState& state) const {
  switch (phase) {
    case RollingBallPhase::kSlides:
      return free_.Rates(state);
    case RollingBallPhase::kRolls:
      return RatesOfRolling(state);
    case RollingBallPhase::kTurnsOnSpot:
      return RatesOnSpot(state);
    case RollingBallPhase::kRests:
      break;
  }
  return {};
}

// The force that keeps a rolling ball rolling against its resistance: a d g / (7 r).
RollingBallRates StickEquations::RatesOfRolling(const RollingBallState& state) const {
  const double weight_N = free_.normal_force_N();
  const double r = free_.radius_m();
  const Vec2 ahead = state.velocity_m_s.normalized();
  PatchLoad load;
  load.force_N = -weight_N * patch().radius_m * patch().lean / (7.0 * r) * ahead;
  load.rolling_moment_N_m =
      kMomentByShift * patch().radius_m * patch().lean * weight_N * Vec2(ahead.y(), -ahead.x());
  return free_.RatesUnder(load, state);
}

RollingBallRates StickEquations::RatesOnSpot(const RollingBallState& state) const {
  const Vec2 shift = HoldingShift(state).value_or(Vec2::Zero());
  const PatchSlip slip{free_.Slip(state) / patch().radius_m, state.spin_rad_s.z(), shift};
  const double lever_N_m = patch().radius_m * free_.normal_force_N();
  PatchLoad load;
  load.spin_moment_N_m = -patch().friction * lever_N_m * patch().Friction(slip).moment;
  load.rolling_moment_N_m = kMomentByShift * lever_N_m * Vec2(shift.y(), -shift.x());
  return free_.RatesUnder(load, state);
}

MotionState MotionOf(RollingBallPhase phase) {
  switch (phase) {
    case RollingBallPhase::kSlides:
      return MotionState::kSliding;
    case RollingBallPhase::kRolls:
      return MotionState::kRolling;
    case RollingBallPhase::kTurnsOnSpot:
      return MotionState::kSpinning;
    case RollingBallPhase::kRests:
      break;
  }
  return MotionState::kStationary;
}

class StickSystem final : public RollingBallSystem {
 public:
  StickSystem(const RollingBall& ball, std::vector<Event>& transitions)
      : RollingBallSystem(ball),
        stick_(ball),
        transitions_(transitions),
        phase_(stick_.PhaseAt({ball.position_m, ball.velocity_m_s, ball.spin_rad_s})) {}

  int guard_count() const override { return kGuardCount; }
  void Guards(double t, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override;
  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override;

 private:
  enum Guard {
    kAsFastAsBefore,
    kPatchMoves,
    kCentreMoves,  // Or, where it could not be held, does not yet.
    kHeld,         // Rolling resistance suffices to hold the centre.
    kGuardCount
  };

  RollingBallRates Rates(const RollingBallState& state) const override {
    return stick_.Rates(phase_, state);
  }
  void StickPatch(double t, RollingBallState& state);
  void StopCentre(double t, RollingBallState& state);
  void BreakAway(double t, RollingBallState& state);

  void Begin(double t, RollingBallPhase phase);

  const StickEquations stick_;
  std::vector<Event>& transitions_;
  RollingBallPhase phase_;
  bool passes_zero_ = false;  // The centre is still but could not be held.
};

void StickSystem::Begin(double t, RollingBallPhase phase) {
  const auto transition = TransitionOf(MotionOf(phase_), MotionOf(phase));
  if (transition) transitions_.push_back({t, *transition, 0, -1});
  phase_ = phase;
}

void StickSystem::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                         std::span<double> rate) {
  const RollingBallState state = RollingBallStateOf(y);
  const RollingBallRates rates = Rates(state);
  std::fill(value.begin(), value.end(), 1.0);  // Where a guard has no meaning.
  std::fill(rate.begin(), rate.end(), 0.0);
  const double speed2 = state.velocity_m_s.squaredNorm();
  const double speed2_rate = 2.0 * state.velocity_m_s.dot(rates.acceleration_m_s2);
  GuardSpeed(state, rates, value[kAsFastAsBefore], rate[kAsFastAsBefore]);
  if (phase_ == RollingBallPhase::kSlides || phase_ == RollingBallPhase::kRolls) {
    const double moves = passes_zero_ ? -1.0 : 1.0;
    value[kCentreMoves] = moves * (speed2 - kStillSpeed_m_s * kStillSpeed_m_s);
    rate[kCentreMoves] = moves * speed2_rate;
  }
  if (phase_ == RollingBallPhase::kSlides || phase_ == RollingBallPhase::kTurnsOnSpot) {
    // The slip is linear in the state: of rates it is the rate of slip.
    const RollingBallState moved{Vec2::Zero(), rates.acceleration_m_s2, rates.spin_rate_rad_s2};
    const double a = stick_.patch().radius_m;
    value[kPatchMoves] = stick_.SquaredPatchRate(state) - kStuckRate_per_s * kStuckRate_per_s;
    rate[kPatchMoves] = 2.0 * (stick_.free().Slip(state).dot(stick_.free().Slip(moved)) / (a * a) +
                               state.spin_rad_s.z() * rates.spin_rate_rad_s2.z());
  }
  // A ball at rest stays there. It comes to rest at once, which the integrator sees as a fall of
  // the guard.
  if (phase_ == RollingBallPhase::kRests) {
    value[kPatchMoves] = 0.0;
    rate[kPatchMoves] = -1.0;
  }
  if (phase_ == RollingBallPhase::kTurnsOnSpot) {
    constexpr double kStep_s = 1e-7;
    RollingBallState later = state;
    later.spin_rad_s += kStep_s * rates.spin_rate_rad_s2;
    value[kHeld] = stick_.Reserve(state);
    rate[kHeld] = (stick_.Reserve(later) - value[kHeld]) / kStep_s;
  }
}

bool StickSystem::OnGuards(double t, std::span<double> y, std::span<const int> crossed) {
  if (phase_ == RollingBallPhase::kRests) return false;  // From the start.
  RollingBallState state = RollingBallStateOf(y);
  for (const int guard : crossed) {
    if (guard == kAsFastAsBefore) {
      PassStoppedSpeed(t);
    } else if (guard == kPatchMoves) {
      StickPatch(t, state);
    } else if (guard == kCentreMoves) {
      StopCentre(t, state);
    } else {
      BreakAway(t, state);
    }
  }
  WriteRollingBall(state.position_m, state.velocity_m_s, state.spin_rad_s, y);
  return phase_ != RollingBallPhase::kRests;
}

void StickSystem::StickPatch(double t, RollingBallState& state) {
  const Vec2& v = state.velocity_m_s;
  state.spin_rad_s = Vec3(-v.y(), v.x(), 0.0) / stick_.free().radius_m();
  Begin(t, v.norm() > kStillSpeed_m_s ? RollingBallPhase::kRolls : RollingBallPhase::kRests);
}

void StickSystem::StopCentre(double t, RollingBallState& state) {
  if (phase_ == RollingBallPhase::kRolls) {
    Begin(t, RollingBallPhase::kRests);
  } else if (!passes_zero_ && stick_.Holds(state)) {
    state.velocity_m_s.setZero();
    Begin(t, RollingBallPhase::kTurnsOnSpot);
  } else {
    passes_zero_ = !passes_zero_;
  }
}

// Moves by a tiny amount towards where the pressure leans, so that there is a direction.
void StickSystem::BreakAway(double t, RollingBallState& state) {
  const Vec2 lean = stick_.HoldingShift(state).value_or(stick_.free().Slip(state));
  state.velocity_m_s = 2.0 * kStillSpeed_m_s * lean.normalized();
  Begin(t, RollingBallPhase::kSlides);
}

}  // namespace

absl::Status ValidateStick(const RollingBall& ball) {
  const double most = 7.0 * ball.ball_radius_m * ball.patch.friction / ball.patch.radius_m;
  if (ball.patch.lean <= most) return absl::OkStatus();
  return InvalidField("patch.lean", ball.patch.lean,
                      "at most 7 r mu / a, for a patch without smoothing to roll");
}

absl::Status RunWithStick(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                          MechanismRecord& record) {
  if (absl::Status bad = Validate(ball, detail); !bad.ok()) return bad;
  if (absl::Status bad = ValidateStick(ball); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"ball"};
  std::vector<Event> transitions;
  StickSystem system(ball, transitions);
  std::array<double, kRollingBallRunSize> y = system.start();
  IntegrationSpec integration = ball.integration;
  integration.method = IvpMethod::kDormandPrince54;
  record.stop_reason = StopReason::kAtRest;  // Nothing else asks for an end.
  absl::Status status = RunMechanism(system, y, ball.duration_s, integration, detail, stop, record);
  if (status.ok()) record.events = std::move(transitions);
  return status;
}

}  // namespace carom
