#include "client/cli/sample_rows.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "carom/client/mechanism_tables.h"
#include "client/cli/numbers.h"
#include "client/cli/text_table.h"
#include "client/cli/words.h"

namespace carom {
namespace {

using Cells = std::vector<std::string>;

// The header's cells of a quantity, one for each of its components.
Cells ColumnNames(carom::v1::Quantity quantity) {
  switch (quantity) {
    case carom::v1::QUANTITY_POSITION:
      return {"x_m", "y_m", "z_m"};
    case carom::v1::QUANTITY_VELOCITY:
      return {"vx_m_s", "vy_m_s", "vz_m_s"};
    case carom::v1::QUANTITY_ANGULAR_VELOCITY:
      return {"wx_rad_s", "wy_rad_s", "wz_rad_s"};
    case carom::v1::QUANTITY_ORIENTATION:
      return {"e0", "e1", "e2", "e3"};
    case carom::v1::QUANTITY_ACCELERATION:
      return {"ax_m_s2", "ay_m_s2", "az_m_s2"};
    case carom::v1::QUANTITY_ANGULAR_ACCELERATION:
      return {"alphax_rad_s2", "alphay_rad_s2", "alphaz_rad_s2"};
    case carom::v1::QUANTITY_ENERGY:
      return {"kinetic_J",    "potential_J",  "elastic_J",
              "dissipated_J", "given_away_J", "residual_J"};
    case carom::v1::QUANTITY_CONSTRAINT_VIOLATION:
      return {"violation", "velocity_violation"};
    default:
      return Cells(static_cast<size_t>(ComponentCount(quantity)), Token(Words(quantity)));
  }
}

Cells ValuesAt(const SampleChannel& channel, size_t time) {
  const auto count = static_cast<size_t>(ComponentCount(channel.quantity));
  Cells cells;
  for (size_t i = time * count; i < (time + 1) * count; ++i) {
    const double value = channel.values[i];
    const bool is_motion = channel.quantity == carom::v1::QUANTITY_MOTION;
    cells.push_back(is_motion
                        ? Token(Words(static_cast<carom::v1::MotionState>(std::lround(value))))
                        : Exact(value));
  }
  return cells;
}

// Without repetition, in the order in which they come.
template <typename Member>
std::vector<Member> Distinct(const std::vector<SampleChannel>& channels,
                             Member SampleChannel::*member) {
  std::vector<Member> found;
  for (const SampleChannel& channel : channels) {
    if (std::find(found.begin(), found.end(), channel.*member) == found.end()) {
      found.push_back(channel.*member);
    }
  }
  return found;
}

using Quantities = std::vector<carom::v1::Quantity>;

Cells SampleHeader(const Quantities& quantities) {
  Cells header = {"time_s", "ball"};
  for (const auto quantity : quantities) {
    const Cells names = ColumnNames(quantity);
    header.insert(header.end(), names.begin(), names.end());
  }
  return header;
}

bool IsOfAllBalls(carom::v1::Quantity quantity) {
  return quantity == carom::v1::QUANTITY_ENERGY ||
         quantity == carom::v1::QUANTITY_CONSTRAINT_VIOLATION;
}

// Cells of a quantity that a ball does not have stay empty: a quantity of all balls together has a
// row of its own.
Cells SampleRow(const ShotSamples& samples, const Quantities& quantities, size_t time,
                uint32_t ball) {
  Cells row = {Exact(samples.times_s[time]), absl::StrCat(ball)};
  for (const auto quantity : quantities) {
    const auto channel = std::find_if(
        samples.channels.begin(), samples.channels.end(), [&](const SampleChannel& candidate) {
          return candidate.ball == ball && candidate.quantity == quantity;
        });
    const bool known = channel != samples.channels.end();
    const Cells values =
        known ? ValuesAt(*channel, time) : Cells(static_cast<size_t>(ComponentCount(quantity)));
    row.insert(row.end(), values.begin(), values.end());
    if (known && IsOfAllBalls(quantity)) row[1] = "all";
  }
  return row;
}

Cells ChannelHeader(const carom::v1::ChannelTable& table) {
  Cells header = {"time_s"};
  for (int i = 0; i < table.bodies_size(); ++i) {
    header.push_back(absl::StrCat(table.bodies(i), ".", table.quantities(i)));
  }
  return header;
}

template <typename Format>
Cells ChannelRow(const carom::v1::ChannelTable& table, int time, Format format) {
  Cells row = {format(table.times_s(time))};
  for (int channel = 0; channel < table.bodies_size(); ++channel) {
    row.push_back(format(ChannelValues(table, channel)[static_cast<size_t>(time)]));
  }
  return row;
}

void WriteLine(const Cells& cells, std::ostream& out) { out << absl::StrJoin(cells, ",") << '\n'; }

}  // namespace

void PrintSamples(const ShotSamples& samples, const ShotNames& names, std::ostream& out) {
  TextTable table({"time_s", "ball", "quantity", "values"});
  for (size_t time = 0; time < samples.times_s.size(); ++time) {
    for (const SampleChannel& channel : samples.channels) {
      const auto components = static_cast<size_t>(ComponentCount(channel.quantity));
      Cells values;
      for (size_t i = 0; i < components; ++i) {
        values.push_back(Significant(channel.values[time * components + i], 6));
      }
      table.AddRow({Fixed(samples.times_s[time], 4),
                    IsOfAllBalls(channel.quantity) ? "all" : names.Ball(channel.ball),
                    Words(channel.quantity), absl::StrJoin(values, " ")});
    }
  }
  table.Print(out);
}

void WriteSamplesCsv(const std::vector<ShotSamples>& shots, std::ostream& out) {
  // A shot that failed has no channels; all others have the same, whatever balls they are of.
  const auto sampled = std::find_if(shots.begin(), shots.end(),
                                    [](const ShotSamples& shot) { return !shot.channels.empty(); });
  if (sampled == shots.end()) return;
  const std::string shot_column = shots.size() > 1 ? "shot," : "";
  const Quantities quantities = Distinct(sampled->channels, &SampleChannel::quantity);
  WriteLine(SampleHeader(quantities), out << shot_column);
  for (size_t shot = 0; shot < shots.size(); ++shot) {
    const std::string shot_cell = shots.size() > 1 ? absl::StrCat(shot, ",") : "";
    const auto balls = Distinct(shots[shot].channels, &SampleChannel::ball);
    for (size_t time = 0; time < shots[shot].times_s.size(); ++time) {
      for (const uint32_t ball : balls) {
        WriteLine(SampleRow(shots[shot], quantities, time, ball), out << shot_cell);
      }
    }
  }
}

void PrintChannels(const carom::v1::ChannelTable& channels, int most_rows, const char* what,
                   std::ostream& out) {
  const int times = channels.times_s_size();
  TextTable table(ChannelHeader(channels));
  for (int time = 0; time < std::min(times, most_rows); ++time) {
    table.AddRow(ChannelRow(channels, time, [](double value) { return Significant(value, 6); }));
  }
  table.Print(out);
  if (times > most_rows) out << "... and " << times - most_rows << " more " << what << '\n';
}

void WriteChannelsCsv(const carom::v1::ChannelTable& table, std::ostream& out) {
  WriteLine(ChannelHeader(table), out);
  for (int time = 0; time < table.times_s_size(); ++time) {
    WriteLine(ChannelRow(table, time, Exact), out);
  }
}

}  // namespace carom
