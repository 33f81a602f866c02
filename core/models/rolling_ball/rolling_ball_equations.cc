#include "core/models/rolling_ball/rolling_ball_equations.h"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

std::array<double, kRollingBallRunSize> StartOf(const RollingBall& ball) {
  std::array<double, kRollingBallRunSize> start = {};
  WriteRollingBall(ball.position_m, ball.velocity_m_s, ball.spin_rad_s, start);
  return start;
}

}  // namespace

RollingBallSystem::RollingBallSystem(const RollingBall& ball)
    : equations_(ball),
      start_(StartOf(ball)),
      start_energy_J_(equations_.Energy(RollingBallStateOf(start_))),
      fast_(ball.velocity_m_s.norm() > kStoppedSpeed_m_s) {}

void RollingBallSystem::Slope(double /*t*/, std::span<const double> y, std::span<double> slope) {
  const RollingBallState state = RollingBallStateOf(y);
  const RollingBallRates rates = Rates(state);
  WriteRollingBall(state.velocity_m_s, rates.acceleration_m_s2, rates.spin_rate_rad_s2, slope);
  slope[kFrictionWork] = rates.friction_power_W;
}

EnergyAccount RollingBallSystem::Account(std::span<const double> y) const {
  return {.kinetic = equations_.Energy(RollingBallStateOf(y)),
          .lost_to_friction = y[kFrictionWork]};
}

bool RollingBallSystem::AfterStep(double /*t*/, std::span<double> y) {
  const double residual_J = Account(y).Total() - start_energy_J_;
  greatest_residual_J_ = std::max(greatest_residual_J_, std::fabs(residual_J));
  return false;
}

void RollingBallSystem::WriteSample(double /*t*/, std::span<const double> y,
                                    ChannelWriter& to) const {
  const RollingBallState state = RollingBallStateOf(y);
  const Vec2 slip = equations_.Slip(state);
  to.Add("ball", "position_x_m", state.position_m.x());
  to.Add("ball", "position_y_m", state.position_m.y());
  to.Add("ball", "velocity_x_m_s", state.velocity_m_s.x());
  to.Add("ball", "velocity_y_m_s", state.velocity_m_s.y());
  to.Add("ball", "spin", "rad_s", state.spin_rad_s);
  to.Add("ball", "slip_x_m_s", slip.x());
  to.Add("ball", "slip_y_m_s", slip.y());
  to.Add("ball", "energy_J", equations_.Energy(state));
  to.Add("ball", "friction_work_J", y[kFrictionWork]);
  to.Add(EnergyRowOf(Account(y), start_energy_J_));
}

void RollingBallSystem::WriteAccelerations(double /*t*/, std::span<const double> y,
                                           ChannelWriter& to) const {
  const RollingBallRates rates = Rates(RollingBallStateOf(y));
  to.Add("ball", "acceleration_x_m_s2", rates.acceleration_m_s2.x());
  to.Add("ball", "acceleration_y_m_s2", rates.acceleration_m_s2.y());
  to.AddAngularAcceleration("ball", rates.spin_rate_rad_s2);
}

void RollingBallSystem::WriteFigures(std::span<const double> y,
                                     std::vector<Figure>& figures) const {
  if (!fast_) {
    figures.push_back({"stop_time_s", stop_time_s_});
    figures.push_back({"rest_x_m", y[0]});
    figures.push_back({"rest_y_m", y[1]});
  }
  figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
}

void RollingBallSystem::GuardSpeed(const RollingBallState& state, const RollingBallRates& rates,
                                   double& value, double& rate) const {
  const double sign = fast_ ? 1.0 : -1.0;
  value = sign * (state.velocity_m_s.squaredNorm() - kStoppedSpeed_m_s * kStoppedSpeed_m_s);
  rate = sign * (2.0 * state.velocity_m_s.dot(rates.acceleration_m_s2));
}

}  // namespace carom
