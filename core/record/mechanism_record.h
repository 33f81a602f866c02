#ifndef CAROM_CORE_RECORD_MECHANISM_RECORD_H_
#define CAROM_CORE_RECORD_MECHANISM_RECORD_H_

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
