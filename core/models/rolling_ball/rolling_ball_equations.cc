#include "core/models/rolling_ball/rolling_ball_equations.h"

#include <algorithm>
#include <cmath>

namespace carom {

RollingBallLedger::RollingBallLedger(const RollingBallEquations& equations,
                                     std::span<const double> start)
    : equations_(equations), start_energy_J_(equations.Energy(RollingBallStateOf(start))) {}

EnergyAccount RollingBallLedger::Account(std::span<const double> y) const {
  return {.kinetic = equations_.Energy(RollingBallStateOf(y)),
          .lost_to_friction = y[kFrictionWork]};
}

void RollingBallLedger::WriteSample(std::span<const double> y, ChannelWriter& to) const {
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

void RollingBallLedger::Balance(std::span<const double> y) {
  const double residual_J = Account(y).Total() - start_energy_J_;
  greatest_residual_J_ = std::max(greatest_residual_J_, std::fabs(residual_J));
}

void RollingBallLedger::WriteFigures(bool stopped, double stop_time_s, std::span<const double> y,
                                     std::vector<Figure>& figures) const {
  if (stopped) {
    figures.push_back({"stop_time_s", stop_time_s});
    figures.push_back({"rest_x_m", y[0]});
    figures.push_back({"rest_y_m", y[1]});
  }
  figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
}

}  // namespace carom
