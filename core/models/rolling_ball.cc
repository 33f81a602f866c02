#include "core/models/rolling_ball.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/models/rolling_ball_equations.h"

namespace carom {
namespace {

constexpr double kRestSpeed_m_s = 1e-8;

// What friction has taken away, J, adds up behind the motion.
constexpr int kTaken = kRollingBallSize;
constexpr int kSize = kRollingBallSize + 1;

// What holds while it is above 0: the ball is stopped, or not, as before; something still moves.
enum Guard { kAsFastAsBefore, kMoves, kGuardCount };

class RollingBallSystem final : public OdeSystem {
 public:
  RollingBallSystem(const RollingBall& ball, MechanismRecord& record)
      : equations_(ball), record_(record) {
    WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, start_);
    start_energy_J_ = equations_.Energy(RollingBallStateOf(start_));
    fast_ = ball.velocity_m_s.norm() > kStoppedSpeed_m_s;
  }

  std::array<double, kSize> start() const { return start_; }

  int size() const override { return kSize; }

  void Slope(double /*t*/, std::span<const double> y, std::span<double> slope) override {
    const RollingBallState state = RollingBallStateOf(y);
    const RollingBallRates rates = equations_.Rates(state);
    WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, slope);
    slope[kTaken] = rates.friction_power_W;
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
    // What is at rest stays there, and so comes to rest at once: for the integrator a fall.
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

  // The balance of energy over all that has been.
  bool AfterStep(double /*t*/, std::span<double> y) override {
    const double residual_J =
        equations_.Energy(RollingBallStateOf(y)) - start_energy_J_ + y[kTaken];
    balance_residual_J_ = std::max(balance_residual_J_, std::fabs(residual_J));
    return false;
  }

  void WriteSample(std::span<const double> y, std::span<double> row) const {
    const RollingBallState state = RollingBallStateOf(y);
    const Vec2 slip = equations_.Slip(state);
    std::copy_n(y.begin(), kRollingBallSize, row.begin());
    row[kRollingBallSize] = slip.x();
    row[kRollingBallSize + 1] = slip.y();
    row[kRollingBallSize + 2] = equations_.Energy(state);
    row[kRollingBallSize + 3] = y[kTaken];
  }

  void WriteFigures(std::span<const double> y) const {
    if (!fast_) {
      record_.figures.push_back({"stop_time_s", stop_time_s_});
      record_.figures.push_back({"rest_x_m", y[0]});
      record_.figures.push_back({"rest_y_m", y[1]});
    }
    record_.figures.push_back({"greatest_balance_residual_J", balance_residual_J_});
  }

 private:
  const RollingBallEquations equations_;
  MechanismRecord& record_;
  std::array<double, kSize> start_ = {};
  double start_energy_J_ = 0.0;
  bool fast_ = true;          // Whether the speed is above kStoppedSpeed_m_s.
  double stop_time_s_ = 0.0;  // Since when it is not.
  double balance_residual_J_ = 0.0;
};

std::vector<Channel> SampleChannels() {
  std::vector<Channel> channels;
  for (const char* quantity : {"position_x_m", "position_y_m", "velocity_x_m_s", "velocity_y_m_s",
                               "spin_x_rad_s", "spin_y_rad_s", "spin_z_rad_s", "slip_x_m_s",
                               "slip_y_m_s", "energy_J", "friction_work_J"}) {
    channels.push_back({"ball", quantity});
  }
  return channels;
}

}  // namespace

absl::Status RunRollingBall(const RollingBall& ball, const MechanismDetail& detail, StopToken stop,
                            MechanismRecord& record) {
  if (absl::Status bad = Validate(ball, detail); !bad.ok()) return bad;
  record.Clear();
  record.bodies = {"ball"};
  record.samples.channels = SampleChannels();
  RollingBallSystem system(ball, record);
  std::array<double, kSize> y = system.start();
  const SampleRow sample_row = [&](double /*t*/, std::span<const double> state,
                                   std::span<double> row) { system.WriteSample(state, row); };
  RunMechanism(system, y, ball.duration_s, ball.integration, detail, stop, sample_row, record);
  system.WriteFigures(y);
  return absl::OkStatus();
}

}  // namespace carom
