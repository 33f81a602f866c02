#include "core/models/rolling_ball/rolling_ball.h"

#include <array>
#include <cmath>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/parameters.h"
#include "core/models/rolling_ball/rolling_ball_equations.h"
#include "core/models/rolling_ball/rolling_ball_stick.h"

namespace carom {
namespace {

absl::Status CheckPatch(const RollingBall& ball) {
  const ContensouPatch& patch = ball.patch;
  if (absl::Status bad = CheckParameters(patch); !bad.ok()) return UnderPath("patch", bad);
  const Interval below_ball{0.0, ball.ball_radius_m};
  if (!below_ball.Contains(patch.radius_m)) {
    return InvalidField("patch.radius_m", patch.radius_m, "at most the ball's");
  }
  // The patch does not move over the surface of a rigid ball.
  if (patch.other_lean != 0.0) {
    return InvalidField("patch.other_lean", patch.other_lean, "0, since this ball is rigid");
  }
  return patch.slip_smoothing_per_s == 0.0 ? ValidateStick(ball) : absl::OkStatus();
}

}  // namespace

absl::Status Validate(const RollingBall& ball, const MechanismDetail& detail) {
  if (absl::Status bad = CheckParameters(ball); !bad.ok()) return bad;
  if (absl::Status bad = CheckPatch(ball); !bad.ok()) return bad;
  return ValidateRun(ball.duration_s, ball.integration, detail);
}

namespace {

constexpr double kRestSpeed_m_s = 1e-8;

class SmoothedBall final : public RollingBallSystem {
 public:
  SmoothedBall(const RollingBall& ball, MechanismRecord& record)
      : RollingBallSystem(ball), record_(record) {}

  int guard_count() const override { return kGuardCount; }

  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = Rates(state);
    GuardSpeed(state, rates, value[kAsFastAsBefore], rate[kAsFastAsBefore]);
    // The ball's own speed and those of its surface.
    const Vec2& v = state.velocity_m_s;
    const double r2 = equations_.radius_m() * equations_.radius_m();
    value[kMoves] =
        v.squaredNorm() + r2 * state.spin_rad_s.squaredNorm() - kRestSpeed_m_s * kRestSpeed_m_s;
    // A ball at rest stays there. It comes to rest at once, which the integrator sees as a fall of
    // the guard.
    rate[kMoves] = value[kMoves] > 0.0 ? 2.0 * v.dot(rates.acceleration_m_s2) +
                                             2.0 * r2 * state.spin_rad_s.dot(rates.spin_rate_rad_s2)
                                       : -1.0;
  }

  bool OnGuards(double t, std::span<double> /*y*/, std::span<const int> crossed) override {
    if (crossed.front() == kAsFastAsBefore) PassStoppedSpeed(t);
    if (crossed.back() != kMoves) return true;
    record_.stop_reason = StopReason::kAtRest;
    return false;
  }

 private:
  // Guards, which hold while they are above 0: the ball is as fast as before; something still
  // moves.
  enum Guard { kAsFastAsBefore, kMoves, kGuardCount };

  RollingBallRates Rates(const RollingBallState& state) const override {
    return equations_.Rates(state);
  }

  MechanismRecord& record_;
};

}  // namespace

absl::Status Simulate(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                      MechanismRecord& record) {
  if (ball.patch.slip_smoothing_per_s == 0.0) return RunWithStick(ball, detail, stop, record);
  if (absl::Status bad = Validate(ball, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"ball"};
  SmoothedBall system(ball, record);
  std::array<double, kRollingBallRunSize> y = system.start();
  return RunMechanism(system, y, ball.duration_s, ball.integration, detail, stop, record);
}

}  // namespace carom
