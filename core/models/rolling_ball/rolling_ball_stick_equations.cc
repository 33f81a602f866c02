#include "core/models/rolling_ball/rolling_ball_stick_equations.h"

#include <cmath>

namespace carom {
namespace {

RollingBall WithoutSmoothing(RollingBall ball) {
  ball.patch.slip_smoothing_per_s = 0.0;
  ball.patch.rolling_smoothing_per_s = 0.0;
  return ball;
}

}  // namespace

StickEquations::StickEquations(const RollingBall& ball) : free_(WithoutSmoothing(ball)) {}

RollingBallPhase StickEquations::PhaseAt(const RollingBallState& state) const {
  const bool centre = state.velocity_m_s.norm() > kStillSpeed_m_s;
  if (PatchRate2(state) <= kStuckRate_per_s * kStuckRate_per_s) {
    return centre ? RollingBallPhase::kRolls : RollingBallPhase::kRests;
  }
  return centre || !Holds(state) ? RollingBallPhase::kSlides : RollingBallPhase::kTurnsOnSpot;
}

double StickEquations::PatchRate2(const RollingBallState& state) const {
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

}  // namespace carom
