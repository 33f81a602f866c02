#ifndef CAROM_CORE_RECORD_MECHANISM_RECORD_H_
#define CAROM_CORE_RECORD_MECHANISM_RECORD_H_

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/record/event.h"

namespace carom {

/// What a column of numbers tells: a quantity, with its SI unit in its name, of a body.
struct Channel {
  std::string body;      ///< "rod_1", "ball_3", "contact", "system".
  std::string quantity;  ///< "angle_rad", "velocity_x_m_s", "energy_J".
  friend bool operator==(const Channel&, const Channel&) = default;
};

/// Rows of numbers over time, one column per channel.
struct ChannelTable {
  std::vector<Channel> channels;
  std::vector<double> times_s;
  std::vector<double> values;  ///< Row by row: times_s.size() x channels.size().

  /// Appends a row of channels.size() numbers.
  void AddRow(double time_s, std::span<const double> row);
  std::span<const double> Row(int i) const;
  void Clear();
};

/// What a system's energy consists of, and where it went, J.
struct EnergyAccount {
  double kinetic = 0.0;
  double potential = 0.0;         ///< Of gravity, 0 at z = 0.
  double elastic = 0.0;           ///< In contacts and springs.
  double lost_in_contacts = 0.0;  ///< And in dampers of springs, in joints and impacts.
  double lost_to_friction = 0.0;
  double removed = 0.0;         ///< What bodies had when they were taken out.
  double given_to_loads = 0.0;  ///< Work on loads from outside; negative: they supplied it.

  /// Constant but for the error of the integration.
  double Total() const {
    return kinetic + potential + elastic + lost_in_contacts + lost_to_friction + removed +
           given_to_loads;
  }
};

/// An account as it is sampled, J: kinetic, potential, elastic, dissipated (in contacts and by
/// friction), given away (with bodies that were taken out, and to loads from outside), and the
/// residual: by how much the sum of the five has drifted since the start.
using EnergyRow = std::array<double, 6>;

EnergyRow EnergyRowOf(const EnergyAccount& account, double start_total_J);

/// The channels of an EnergyRow in a mechanism's samples, "system" "kinetic_J" and so on.
void AddEnergyChannels(std::vector<Channel>& channels);

/// A number that sums up a run: its greatest constraint violation, work dissipated, ...
struct Figure {
  std::string name;  ///< With its unit: "greatest_violation_m".
  double value = 0.0;
};

/// Power spectral densities, one column per channel.
struct SpectrumTable {
  std::vector<Channel> channels;
  double bin_Hz = 0.0;            ///< Row k is at k bin_Hz.
  int segments = 0;               ///< Whose periodograms were averaged.
  std::vector<double> densities;  ///< Channel by channel, (unit of the quantity)^2/Hz.
};

/// All that one run of a mechanism writes. Never a number that is not finite.
struct MechanismRecord {
  std::vector<std::string> bodies;  ///< Names by the index that events use.
  std::vector<Event> events;        ///< kObstacleImpact, kContactBegin, kContactEnd.
  ChannelTable samples;
  ChannelTable impacts;  ///< One row for each event that has such numbers.
  std::vector<Figure> figures;
  SpectrumTable spectrum;  ///< Without channels where none was asked for.

  StopReason stop_reason = StopReason::kTimeLimit;
  double end_time_s = 0.0;
  int64_t evaluations = 0;  ///< Of the right-hand side.
  int64_t steps = 0;
  uint64_t hash = 0;  ///< Over end time, stop reason, events and the final state.

  void Clear();
};

}  // namespace carom

#endif  // CAROM_CORE_RECORD_MECHANISM_RECORD_H_
