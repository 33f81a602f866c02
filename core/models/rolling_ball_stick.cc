#include "core/models/rolling_ball_stick.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/base/field_error.h"
#include "core/math/ivp/integrator.h"
#include "core/models/rolling_ball_equations.h"

namespace carom {
namespace {

constexpr double kStillSpeed_m_s = 1e-6;   // Of the centre.
constexpr double kStuckRate_per_s = 1e-6;  // Of the patch: its lambda of Eq. (6).

enum Guard {
  kAsFastAsBefore,  // The speed is above kStoppedSpeed_m_s, or not, as before.
  kPatchMoves,
  kCentreMoves,  // Or, where it could not be held, does not yet.
  kHeld,         // Rolling resistance suffices to hold the centre.
  kGuardCount
};

RollingBall WithoutSmoothing(RollingBall ball) {
  ball.patch.slip_smoothing_per_s = 0.0;
  ball.patch.rolling_smoothing_per_s = 0.0;
  return ball;
}

class StickSystem final : public OdeSystem {
 public:
  StickSystem(const RollingBall& ball, StickRoll& roll) : equations_(ball), roll_(roll) {
    fast_ = ball.velocity_m_s.norm() > kStoppedSpeed_m_s;
    Begin(0.0, PhaseAt({ball.position_m, ball.velocity_m_s, ball.spin_rad_s}));
  }

  RollingBallPhase phase() const { return phase_; }
  int size() const override { return kRollingBallSize; }

  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = Rates(state);
    WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, slope);
  }

  int guard_count() const override { return kGuardCount; }
  void Guards(double t, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override;
  bool OnGuards(double t, std::span<double> y, std::span<const int> crossed) override;

 private:
  void StickPatch(double t, RollingBallState& state);
  void StopCentre(double t, RollingBallState& state);
  void BreakAway(double t, RollingBallState& state);

  RollingBallPhase PhaseAt(const RollingBallState& state) const {
    const bool centre = state.velocity_m_s.norm() > kStillSpeed_m_s;
    if (PatchRate2(state) <= kStuckRate_per_s * kStuckRate_per_s) {
      return centre ? RollingBallPhase::kRolls : RollingBallPhase::kRests;
    }
    return centre || !Holds(state) ? RollingBallPhase::kSlides : RollingBallPhase::kTurnsOnSpot;
  }

  void Begin(double t, RollingBallPhase phase) {
    phase_ = phase;
    roll_.phases.push_back({t, phase});
  }

  // lambda^2 of Eq. (6).
  double PatchRate2(const RollingBallState& state) const {
    const Vec2 slip = equations_.Slip(state) / patch().radius_m;
    return slip.squaredNorm() + state.spin_rad_s.z() * state.spin_rad_s.z();
  }

  // The shift of the pressure under which no friction force acts, so that a centre at rest stays.
  // The force is linear in the shift. None when slip alone is left, which no shift balances.
  std::optional<Vec2> HoldingShift(const RollingBallState& state) const {
    PatchSlip slip{equations_.Slip(state) / patch().radius_m, state.spin_rad_s.z()};
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

  bool Holds(const RollingBallState& state) const {
    const std::optional<Vec2> shift = HoldingShift(state);
    return shift && shift->norm() <= patch().lean;
  }

  // How much of the rolling resistance is left, 1 - (|shift| / d)^2.
  double Reserve(const RollingBallState& state) const {
    const std::optional<Vec2> shift = HoldingShift(state);
    return shift ? 1.0 - shift->squaredNorm() / (patch().lean * patch().lean) : -1.0;
  }

  RollingBallRates Rates(const RollingBallState& state) const {
    switch (phase_) {
      case RollingBallPhase::kSlides:
        return equations_.Rates(state);
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
  RollingBallRates RatesOfRolling(const RollingBallState& state) const {
    const double weight_N = equations_.normal_force_N();
    const double r = equations_.radius_m();
    const Vec2 ahead = state.velocity_m_s.normalized();
    PatchLoad load;
    load.force_N = -weight_N * patch().radius_m * patch().lean / (7.0 * r) * ahead;
    load.rolling_moment_N_m =
        kMomentByShift * patch().radius_m * patch().lean * weight_N * Vec2(ahead.y(), -ahead.x());
    return equations_.RatesUnder(load, state);
  }

  RollingBallRates RatesOnSpot(const RollingBallState& state) const {
    const Vec2 shift = HoldingShift(state).value_or(Vec2::Zero());
    const PatchSlip slip{equations_.Slip(state) / patch().radius_m, state.spin_rad_s.z(), shift};
    const double lever_N_m = patch().radius_m * equations_.normal_force_N();
    PatchLoad load;
    load.spin_moment_N_m = -patch().friction * lever_N_m * patch().Friction(slip).moment;
    load.rolling_moment_N_m = kMomentByShift * lever_N_m * Vec2(shift.y(), -shift.x());
    return equations_.RatesUnder(load, state);
  }

  const ContensouPatch& patch() const { return equations_.patch(); }

  const RollingBallEquations equations_;
  StickRoll& roll_;
  RollingBallPhase phase_ = RollingBallPhase::kSlides;
  bool fast_ = true;
  bool passes_zero_ = false;  // The centre is still but could not be held.
};

void StickSystem::Guards(double /*t*/, std::span<const double> y, std::span<double> value,
                         std::span<double> rate) {
  const RollingBallState state = RollingBallStateOf(y);
  const RollingBallRates rates = Rates(state);
  std::fill(value.begin(), value.end(), 1.0);  // Where a guard has no meaning.
  std::fill(rate.begin(), rate.end(), 0.0);
  const double speed2 = state.velocity_m_s.squaredNorm();
  const double speed2_rate = 2.0 * state.velocity_m_s.dot(rates.acceleration_m_s2);
  const double fast = fast_ ? 1.0 : -1.0;
  value[kAsFastAsBefore] = fast * (speed2 - kStoppedSpeed_m_s * kStoppedSpeed_m_s);
  rate[kAsFastAsBefore] = fast * speed2_rate;
  if (phase_ == RollingBallPhase::kSlides || phase_ == RollingBallPhase::kRolls) {
    const double moves = passes_zero_ ? -1.0 : 1.0;
    value[kCentreMoves] = moves * (speed2 - kStillSpeed_m_s * kStillSpeed_m_s);
    rate[kCentreMoves] = moves * speed2_rate;
  }
  if (phase_ == RollingBallPhase::kSlides || phase_ == RollingBallPhase::kTurnsOnSpot) {
    // The slip is linear in the state: of rates it is the rate of slip.
    const RollingBallState moved{Vec2::Zero(), rates.acceleration_m_s2, rates.spin_rate_rad_s2};
    const double a = patch().radius_m;
    value[kPatchMoves] = PatchRate2(state) - kStuckRate_per_s * kStuckRate_per_s;
    rate[kPatchMoves] = 2.0 * (equations_.Slip(state).dot(equations_.Slip(moved)) / (a * a) +
                               state.spin_rad_s.z() * rates.spin_rate_rad_s2.z());
  }
  if (phase_ == RollingBallPhase::kTurnsOnSpot) {
    constexpr double kStep_s = 1e-7;
    RollingBallState later = state;
    later.spin_rad_s += kStep_s * rates.spin_rate_rad_s2;
    value[kHeld] = Reserve(state);
    rate[kHeld] = (Reserve(later) - value[kHeld]) / kStep_s;
  }
}

bool StickSystem::OnGuards(double t, std::span<double> y, std::span<const int> crossed) {
  RollingBallState state = RollingBallStateOf(y);
  for (const int guard : crossed) {
    if (guard == kAsFastAsBefore) {
      fast_ = !fast_;
      if (!fast_) roll_.stop_time_s = t;
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
  state.spin_rad_s = Vec3(-v.y(), v.x(), 0.0) / equations_.radius_m();
  Begin(t, v.norm() > kStillSpeed_m_s ? RollingBallPhase::kRolls : RollingBallPhase::kRests);
}

void StickSystem::StopCentre(double t, RollingBallState& state) {
  if (phase_ == RollingBallPhase::kRolls) {
    Begin(t, RollingBallPhase::kRests);
  } else if (!passes_zero_ && Holds(state)) {
    state.velocity_m_s.setZero();
    Begin(t, RollingBallPhase::kTurnsOnSpot);
  } else {
    passes_zero_ = !passes_zero_;
  }
}

// Towards where the pressure leans; by a hair, so that there is a direction.
void StickSystem::BreakAway(double t, RollingBallState& state) {
  const Vec2 lean = HoldingShift(state).value_or(equations_.Slip(state));
  state.velocity_m_s = 2.0 * kStillSpeed_m_s * lean.normalized();
  Begin(t, RollingBallPhase::kSlides);
}

class CancelWatch final : public IvpObserver {
 public:
  explicit CancelWatch(StopToken stop) : stop_(stop) {}
  bool Step(double /*t*/, std::span<const double> /*y*/) override { return !stop_.StopRequested(); }

 private:
  StopToken stop_;
};

}  // namespace

absl::StatusOr<StickRoll> RollWithStick(const RollingBall& ball, StopToken stop) {
  if (absl::Status bad = Validate(ball, {}); !bad.ok()) return bad;
  const double most = 7.0 * ball.ball_radius_m * ball.patch.friction / ball.patch.radius_m;
  if (!(ball.patch.lean <= most)) {
    return InvalidField("patch.lean", ball.patch.lean, "at most 7 r mu / a, for the ball to roll");
  }
  StickRoll roll;
  StickSystem system(WithoutSmoothing(ball), roll);
  std::array<double, kRollingBallSize> y;
  WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, y);
  if (system.phase() != RollingBallPhase::kRests) {
    IvpOptions options = OptionsOf(ball.integration);
    options.method = IvpMethod::kDormandPrince54;
    CancelWatch watch(stop);
    const IvpResult result = Integrator().Run(system, 0.0, y, ball.duration_s, options, {}, watch);
    const bool rests = system.phase() == RollingBallPhase::kRests;
    roll.stop_reason = ReasonOf(result.end, rests ? StopReason::kAtRest : StopReason::kCancelled);
    roll.rest_time_s = result.t;
    roll.evaluations = result.cost.evaluations;
  }
  roll.rest_m = Vec2(y[0], y[1]);
  return roll;
}

}  // namespace carom
