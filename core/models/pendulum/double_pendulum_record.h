#ifndef CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RECORD_H_
#define CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RECORD_H_

#include <span>
#include <vector>

#include "core/models/pendulum/double_pendulum_equations.h"
#include "core/models/pendulum/double_pendulum_impact.h"
#include "core/record/energy_account.h"
#include "core/record/mechanism_record.h"

namespace carom {

/// What one row of samples tells.
struct PendulumSample {
  PendulumState state;
  JointForces joint_forces;  ///< N.
  double energy_J = 0.0;
  double gap_m = 0.0;
  double torque_work_J = 0.0;
  double damped_J = 0.0;
  double lost_in_impacts_J = 0.0;
  EnergyRow energies = {};
};

std::vector<Channel> PendulumSampleChannels();
void FillRow(const PendulumSample& sample, std::span<double> row);

/// What one row of impacts tells.
struct PendulumImpactRow {
  Eigen::Vector2d angle_rad = Eigen::Vector2d::Zero();
  PendulumImpact impact;
  double energy_before_J = 0.0;
  double energy_after_J = 0.0;
};

std::vector<Channel> PendulumImpactChannels();
void FillRow(const PendulumImpactRow& impact, std::span<double> row);

}  // namespace carom

#endif  // CAROM_CORE_MODELS_PENDULUM_DOUBLE_PENDULUM_RECORD_H_
