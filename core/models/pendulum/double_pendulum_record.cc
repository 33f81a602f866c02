#include "core/models/pendulum/double_pendulum_record.h"

#include <algorithm>

namespace carom {
namespace {

// A channel, and where its numbers come from.
template <class Source>
struct Column {
  const char* body;
  const char* quantity;
  double (*value)(const Source& from);
};

constexpr Column<PendulumSample> kSampleColumns[] = {
    {"rod_1", "angle_rad", [](const auto& s) { return s.state.angle_rad.x(); }},
    {"rod_2", "angle_rad", [](const auto& s) { return s.state.angle_rad.y(); }},
    {"rod_1", "angular_velocity_rad_s", [](const auto& s) { return s.state.rate_rad_s.x(); }},
    {"rod_2", "angular_velocity_rad_s", [](const auto& s) { return s.state.rate_rad_s.y(); }},
    {"system", "energy_J", [](const auto& s) { return s.energy_J; }},
    {"contact", "gap_m", [](const auto& s) { return s.gap_m; }},
    {"joint_O", "force_R_N", [](const auto& s) { return s.joint_forces.r; }},
    {"joint_O", "force_P_N", [](const auto& s) { return s.joint_forces.p; }},
    {"joint_A", "force_H_N", [](const auto& s) { return s.joint_forces.h; }},
    {"joint_A", "force_V_N", [](const auto& s) { return s.joint_forces.v; }},
    {"system", "torque_work_J", [](const auto& s) { return s.torque_work_J; }},
    {"system", "damped_J", [](const auto& s) { return s.damped_J; }},
    {"system", "lost_in_impacts_J", [](const auto& s) { return s.lost_in_impacts_J; }}};

constexpr Column<PendulumImpactRow> kImpactColumns[] = {
    {"rod_1", "angle_rad", [](const auto& i) { return i.angle_rad.x(); }},
    {"rod_2", "angle_rad", [](const auto& i) { return i.angle_rad.y(); }},
    {"rod_1", "angular_velocity_before_rad_s",
     [](const auto& i) { return i.impact.rate_before_rad_s.x(); }},
    {"rod_2", "angular_velocity_before_rad_s",
     [](const auto& i) { return i.impact.rate_before_rad_s.y(); }},
    {"rod_1", "angular_velocity_after_rad_s",
     [](const auto& i) { return i.impact.rate_after_rad_s.x(); }},
    {"rod_2", "angular_velocity_after_rad_s",
     [](const auto& i) { return i.impact.rate_after_rad_s.y(); }},
    {"contact", "slip_before_m_s", [](const auto& i) { return i.impact.velocity_before_m_s.x(); }},
    {"contact", "closing_before_m_s",
     [](const auto& i) { return i.impact.velocity_before_m_s.y(); }},
    {"contact", "slip_after_m_s", [](const auto& i) { return i.impact.velocity_after_m_s.x(); }},
    {"contact", "closing_after_m_s", [](const auto& i) { return i.impact.velocity_after_m_s.y(); }},
    {"contact", "alpha_1_kg", [](const auto& i) { return i.impact.alpha; }},
    {"contact", "gamma_1_kg", [](const auto& i) { return i.impact.gamma; }},
    {"contact", "epsilon_1_kg", [](const auto& i) { return i.impact.epsilon; }},
    {"contact", "compression_impulse_N_s",
     [](const auto& i) { return i.impact.compression_impulse; }},
    {"contact", "normal_impulse_N_s", [](const auto& i) { return i.impact.normal_impulse; }},
    {"contact", "friction_impulse_N_s", [](const auto& i) { return i.impact.friction_impulse; }},
    {"joint_O", "impulse_R_N_s", [](const auto& i) { return i.impact.joint_impulses.r; }},
    {"joint_O", "impulse_P_N_s", [](const auto& i) { return i.impact.joint_impulses.p; }},
    {"joint_A", "impulse_H_N_s", [](const auto& i) { return i.impact.joint_impulses.h; }},
    {"joint_A", "impulse_V_N_s", [](const auto& i) { return i.impact.joint_impulses.v; }},
    {"system", "energy_before_J", [](const auto& i) { return i.energy_before_J; }},
    {"system", "energy_after_J", [](const auto& i) { return i.energy_after_J; }},
    {"contact", "path", [](const auto& i) { return static_cast<double>(i.impact.path); }}};

template <class Columns>
std::vector<Channel> ChannelsOf(const Columns& columns) {
  std::vector<Channel> channels;
  for (const auto& column : columns) channels.push_back({column.body, column.quantity});
  return channels;
}

template <class Columns, class Source>
void Fill(const Columns& columns, const Source& source, std::span<double> row) {
  std::size_t i = 0;
  for (const auto& column : columns) row[i++] = column.value(source);
}

}  // namespace

std::vector<Channel> PendulumSampleChannels() {
  std::vector<Channel> channels = ChannelsOf(kSampleColumns);
  AddEnergyChannels(channels);
  return channels;
}

void FillRow(const PendulumSample& sample, std::span<double> row) {
  Fill(kSampleColumns, sample, row);
  std::copy(sample.energies.begin(), sample.energies.end(),
            row.end() - std::ssize(sample.energies));
}

std::vector<Channel> PendulumImpactChannels() { return ChannelsOf(kImpactColumns); }

void FillRow(const PendulumImpactRow& impact, std::span<double> row) {
  Fill(kImpactColumns, impact, row);
}

}  // namespace carom
