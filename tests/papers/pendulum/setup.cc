#include "tests/papers/pendulum/setup.h"

#include <cmath>

#include "tests/testing/channels.h"

namespace carom::papers {

DoublePendulum PaperPendulum(double friction) {
  DoublePendulum pendulum;
  pendulum.friction = friction;
  return pendulum;
}

std::optional<MechanismRecord> Swing(const DoublePendulum& pendulum, const MechanismDetail& detail,
                                     Findings& findings) {
  MechanismRecord record;
  const absl::Status status = Simulate(pendulum, detail, StopToken(), record);
  if (status.ok()) return record;
  findings.Failed("run", std::string(status.message()));
  return std::nullopt;
}

MechanismDetail Every(double period_s) {
  MechanismDetail detail;
  detail.sample_period_s = period_s;
  return detail;
}

double OfImpact(const MechanismRecord& record, int i, const Channel& channel) {
  return testing::At(record.impacts, i, channel);
}

std::vector<double> OfImpacts(const MechanismRecord& record, const Channel& channel) {
  std::vector<double> all;
  for (int i = 0; i < CountOf(record); ++i) all.push_back(OfImpact(record, i, channel));
  return all;
}

int CountOf(const MechanismRecord& record) {
  return static_cast<int>(record.impacts.times_s.size());
}

namespace {

PendulumState StateOf(const MechanismRecord& record, int i, const char* rate) {
  PendulumState state;
  state.angle_rad << OfImpact(record, i, {"rod_1", "angle_rad"}),
      OfImpact(record, i, {"rod_2", "angle_rad"});
  state.rate_rad_s << OfImpact(record, i, {"rod_1", rate}), OfImpact(record, i, {"rod_2", rate});
  return state;
}

}  // namespace

PendulumState StateBefore(const MechanismRecord& record, int i) {
  return StateOf(record, i, "angular_velocity_before_rad_s");
}

PendulumState StateAfter(const MechanismRecord& record, int i) {
  return StateOf(record, i, "angular_velocity_after_rad_s");
}

PendulumState RandomState(CounterRandom& random) {
  PendulumState state;
  for (int i = 0; i < 2; ++i) state.angle_rad[i] = random.Uniform(-4.0, 4.0);
  for (int i = 0; i < 2; ++i) state.rate_rad_s[i] = random.Uniform(-10.0, 10.0);
  return state;
}

void DrawBoth(const std::vector<Channel>& channels, const std::vector<std::string>& columns,
              const std::string& title, const std::string& y_label, Findings& findings) {
  std::vector<std::string> names = {"simulation", "t_s"};
  names.insert(names.end(), columns.begin(), columns.end());
  findings.sheet() = Sheet(names);
  for (const Simulation& simulation : kSimulations) {
    const auto record = Swing(PaperPendulum(simulation.friction), Every(0.002), findings);
    if (!record) return;
    for (size_t i = 0; i < record->samples.times_s.size(); ++i) {
      std::vector<std::string> cells = {simulation.name, Text(record->samples.times_s[i])};
      for (const Channel& channel : channels) {
        cells.push_back(Text(testing::At(record->samples, static_cast<int>(i), channel)));
      }
      findings.sheet().AddRow(cells);
    }
  }
  std::vector<Plot> panels;
  for (const std::string& column : columns) {
    Plot panel{title, "t, s", column + ", " + y_label, {}};
    for (const Simulation& simulation : kSimulations) {
      panel.curves.push_back(
          {simulation.name, "t_s", column, "simulation", simulation.name, "lines"});
    }
    panels.push_back(panel);
  }
  findings.SetPanels(panels);
}

}  // namespace carom::papers
