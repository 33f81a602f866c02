#include "core/models/rolling_ball/rolling_ball.h"

#include <algorithm>
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
  if (absl::Status bad = ValidateContensouPatch(patch); !bad.ok()) return UnderPath("patch", bad);
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

class RollingBallSystem final : public OdeSystem {
 public:
  RollingBallSystem(const RollingBall& ball, MechanismRecord& record)
      : equations_(ball), start_(StartOf(ball)), ledger_(equations_, start_), record_(record) {
    fast_ = ball.velocity_m_s.norm() > kStoppedSpeed_m_s;
  }

  const std::array<double, kRollingBallRunSize>& start() const { return start_; }

  int size() const override { return kRollingBallRunSize; }

  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = equations_.Rates(state);
    WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, slope);
    slope[kFrictionWork] = rates.friction_power_W;
  }

  int guard_count() const override { return kGuardCount; }

  void Guards(double /*t*/, std::span<const double> y, std::span<double> value,
              std::span<double> rate) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = equations_.Rates(state);
    const Vec2& v = state.velocity_m_s;
    const double slowing = 2.0 * v.dot(rates.acceleration_m_s2);
    const double sign = fast_ ? 1.0 : -1.0;
    value[kAsFastAsBefore] = sign * (v.squaredNorm() - kStoppedSpeed_m_s * kStoppedSpeed_m_s);
    rate[kAsFastAsBefore] = sign * slowing;
    // The ball's own speed and those of its surface.
    const double r2 = equations_.radius_m() * equations_.radius_m();
    value[kMoves] =
        v.squaredNorm() + r2 * state.spin_rad_s.squaredNorm() - kRestSpeed_m_s * kRestSpeed_m_s;
    // A ball at rest stays there. It comes to rest at once, which the integrator sees as a fall of
    // the guard.
    rate[kMoves] = value[kMoves] > 0.0
                       ? slowing + 2.0 * r2 * state.spin_rad_s.dot(rates.spin_rate_rad_s2)
                       : -1.0;
  }

  bool OnGuards(double t, std::span<double> /*y*/, std::span<const int> crossed) override {
    if (crossed.front() == kAsFastAsBefore) {
      fast_ = !fast_;
      stop_time_s_ = t;
    }
    if (crossed.back() != kMoves) return true;
    record_.stop_reason = StopReason::kAtRest;
    return false;
  }

  bool AfterStep(double /*t*/, std::span<double> y) override {
    ledger_.Balance(y);
    return false;
  }

  void WriteSample(double /*t*/, std::span<const double> y, ChannelWriter& to) const {
    ledger_.WriteSample(y, to);
  }

  void WriteFigures(std::span<const double> y, std::vector<Figure>& figures) const {
    ledger_.WriteFigures(!fast_, stop_time_s_, y, figures);
  }

 private:
  // Guards, which hold while they are above 0: the ball is stopped, or not, as before; something
  // still moves.
  enum Guard { kAsFastAsBefore, kMoves, kGuardCount };

  static std::array<double, kRollingBallRunSize> StartOf(const RollingBall& ball) {
    std::array<double, kRollingBallRunSize> start = {};
    WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, start);
    return start;
  }

  const RollingBallEquations equations_;
  const std::array<double, kRollingBallRunSize> start_;
  RollingBallLedger ledger_;
  MechanismRecord& record_;
  bool fast_ = true;          // Whether the speed is above kStoppedSpeed_m_s.
  double stop_time_s_ = 0.0;  // Since when it is not.
};

}  // namespace

absl::Status RunRollingBall(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                            MechanismRecord& record) {
  if (ball.patch.slip_smoothing_per_s == 0.0) return RunWithStick(ball, detail, stop, record);
  if (absl::Status bad = Validate(ball, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"ball"};
  RollingBallSystem system(ball, record);
  std::array<double, kRollingBallRunSize> y = system.start();
  return RunMechanism(system, y, ball.duration_s, ball.integration, detail, stop, record);
}

}  // namespace carom
