#include "core/models/rolling_ball/rolling_ball_equations.h"

#include <algorithm>
#include <cmath>

namespace carom {

std::vector<Channel> RollingBallChannels() {
  std::vector<Channel> channels;
  for (const char* quantity : {"position_x_m", "position_y_m", "velocity_x_m_s", "velocity_y_m_s",
                               "spin_x_rad_s", "spin_y_rad_s", "spin_z_rad_s", "slip_x_m_s",
                               "slip_y_m_s", "energy_J", "friction_work_J"}) {
    channels.push_back({"ball", quantity});
  }
  AddEnergyChannels(channels);
  return channels;
}

RollingBallLedger::RollingBallLedger(const RollingBallEquations& equations,
                                     std::span<const double> start)
    : equations_(equations), start_energy_J_(equations.Energy(RollingBallStateOf(start))) {}

EnergyAccount RollingBallLedger::Account(std::span<const double> y) const {
  return {.kinetic = equations_.Energy(RollingBallStateOf(y)),
          .lost_to_friction = y[kFrictionWork]};
}

void RollingBallLedger::WriteSample(std::span<const double> y, std::span<double> row) const {
  const RollingBallState state = RollingBallStateOf(y);
  const Vec2 slip = equations_.Slip(state);
  std::copy_n(y.begin(), kRollingBallSize, row.begin());
  row[kRollingBallSize] = slip.x();
  row[kRollingBallSize + 1] = slip.y();
  row[kRollingBallSize + 2] = equations_.Energy(state);
  row[kRollingBallSize + 3] = y[kFrictionWork];
  const EnergyRow energies = EnergyRowOf(Account(y), start_energy_J_);
  std::copy(energies.begin(), energies.end(), row.begin() + kRollingBallSize + 4);
}

void RollingBallLedger::Balance(std::span<const double> y) {
  const double residual_J = Account(y).Total() - start_energy_J_;
  greatest_residual_J_ = std::max(greatest_residual_J_, std::fabs(residual_J));
}

void RollingBallLedger::WriteFigures(bool stopped, double stop_time_s, std::span<const double> y,
                                     MechanismRecord& record) const {
  if (stopped) {
    record.figures.push_back({"stop_time_s", stop_time_s});
    record.figures.push_back({"rest_x_m", y[0]});
    record.figures.push_back({"rest_y_m", y[1]});
  }
  record.figures.push_back({"greatest_balance_residual_J", greatest_residual_J_});
}

}  // namespace carom
