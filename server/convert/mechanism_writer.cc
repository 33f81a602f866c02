#include "server/convert/mechanism_convert.h"
#include "server/convert/shot_writer.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kRunBytes = 256;      // tags, lengths, scalars and the engine version
constexpr int64_t kRunEventBytes = 13;  // time, kind, ball, other
constexpr int64_t kNameBytes = 4;       // tag and length of a string, beside its letters
constexpr int64_t kFigureBytes = 16;

int64_t ChannelBytes(const std::vector<Channel>& channels) {
  int64_t bytes = 0;
  for (const Channel& channel : channels) {
    bytes += 2 * kNameBytes + static_cast<int64_t>(channel.body.size() + channel.quantity.size());
  }
  return bytes;
}

template <class Table>
void WriteChannels(const std::vector<Channel>& channels, Table& wire) {
  for (const Channel& channel : channels) {
    wire.add_bodies(channel.body);
    wire.add_quantities(channel.quantity);
  }
}

int64_t TableBytes(const ChannelTable& table) {
  return ChannelBytes(table.channels) +
         8 * static_cast<int64_t>(table.times_s.size() + table.values.size());
}

// The core's rows become columns, so that a channel is in one piece for plots and comparisons.
void WriteTable(const ChannelTable& table, v1::ChannelTable& wire) {
  WriteChannels(table.channels, wire);
  wire.mutable_times_s()->Assign(table.times_s.begin(), table.times_s.end());
  wire.mutable_values()->Reserve(static_cast<int>(table.values.size()));
  const size_t width = table.channels.size();
  for (size_t column = 0; column < width; ++column) {
    for (size_t i = column; i < table.values.size(); i += width) wire.add_values(table.values[i]);
  }
}

int64_t SpectrumRows(const SpectrumTable& table) {
  const size_t channels = table.channels.size();
  return channels == 0 ? 0 : static_cast<int64_t>(table.densities.size() / channels);
}

int64_t SpectrumBytes(const SpectrumTable& table) {
  return ChannelBytes(table.channels) +
         8 * (SpectrumRows(table) + static_cast<int64_t>(table.densities.size()));
}

void WriteSpectrum(const SpectrumTable& table, v1::SpectrumTable& wire) {
  WriteChannels(table.channels, wire);
  for (int64_t k = 0; k < SpectrumRows(table); ++k) {
    wire.add_frequencies_hz(static_cast<double>(k) * table.bin_Hz);
  }
  wire.mutable_densities()->Assign(table.densities.begin(), table.densities.end());
  wire.set_segments(static_cast<uint32_t>(table.segments));
}

void WriteFamily(const SlipSpinBlend& family, v1::SlipSpinBlend& wire) {
  wire.set_b(family.b);
  wire.set_m(family.m);
}

}  // namespace

int64_t RunBytes(const MechanismRecord& record) {
  int64_t bytes = kRunBytes + TableBytes(record.samples) + TableBytes(record.impacts) +
                  SpectrumBytes(record.spectrum) +
                  kRunEventBytes * static_cast<int64_t>(record.events.size());
  for (const std::string& body : record.bodies) {
    bytes += kNameBytes + static_cast<int64_t>(body.size());
  }
  for (const Figure& figure : record.figures) {
    bytes += kFigureBytes + static_cast<int64_t>(figure.name.size());
  }
  return bytes;
}

void WriteRun(const MechanismRecord& record, v1::MechanismRun& run) {
  run.mutable_bodies()->Assign(record.bodies.begin(), record.bodies.end());
  for (const Event& event : record.events) AppendEvent(event, *run.mutable_events());
  WriteTable(record.samples, *run.mutable_samples());
  WriteTable(record.impacts, *run.mutable_impacts());
  if (!record.spectrum.channels.empty()) WriteSpectrum(record.spectrum, *run.mutable_spectrum());
  for (const Figure& figure : record.figures) {
    v1::Figure& added = *run.add_figures();
    added.set_name(figure.name);
    added.set_value(figure.value);
  }
  run.set_stop_reason(ToWire(record.stop_reason));
  run.set_end_time_s(record.end_time_s);
  run.set_evaluations(static_cast<uint64_t>(record.evaluations));
  run.set_steps(static_cast<uint64_t>(record.steps));
  run.set_hash(record.hash);
}

void WriteAimedSpins(const SpinAimResult& result, v1::AimedSpins& spins) {
  for (const AimedSpin& aimed : result.solutions) {
    for (const double component : aimed.spin_rad_s) spins.add_spins_rad_s(component);
    for (const double component : aimed.rest_m) spins.add_rests_m(component);
    spins.add_misses_m(aimed.miss_m);
    spins.add_iterations(static_cast<uint32_t>(aimed.iterations));
  }
  spins.set_runs(static_cast<uint32_t>(result.runs));
}

int64_t PatchTableBytes(const PatchSurface& surface) {
  constexpr int64_t kColumns = 8;
  constexpr int64_t kRest = 256;  // Tags, lengths, version.
  return kRest + 8 * kColumns * static_cast<int64_t>(surface.points.size());
}

void WritePatchTable(const PatchSurface& surface, const std::vector<PatchFriction>& frictions,
                     v1::PatchTable& table) {
  for (size_t i = 0; i < frictions.size(); ++i) {
    const PatchSlip& point = surface.points[i];
    table.add_slips_x_per_s(point.slip_per_s.x());
    table.add_slips_y_per_s(point.slip_per_s.y());
    table.add_spins_rad_s(point.spin_rad_s);
    table.add_shifts_x(point.shift.x());
    table.add_shifts_y(point.shift.y());
    table.add_forces_x(frictions[i].force.x());
    table.add_forces_y(frictions[i].force.y());
    table.add_moments(frictions[i].moment);
  }
}

void WritePressureField(const PressureField& field, v1::PressureField& wire) {
  for (std::size_t i = 0; i < field.points_m.size(); ++i) {
    wire.add_xs_m(field.points_m[i].x());
    wire.add_ys_m(field.points_m[i].y());
    wire.add_pressures_pa(field.pressures_Pa[i]);
  }
  const auto write = [](const Vec2& from, v1::Vector2& to) {
    to.set_x(from.x());
    to.set_y(from.y());
  };
  wire.set_normal_force_n(field.normal_force_N);
  write(field.centre_m, *wire.mutable_centre_m());
  write(field.rolling_moment_N_m, *wire.mutable_rolling_moment_n_m());
  wire.set_drilling_moment_n_m(field.drilling_moment_N_m);
}

void WriteFittedBlend(const BlendFit& fit, v1::FittedBlend& fitted) {
  WriteFamily(fit.blend.force, *fitted.mutable_blend()->mutable_force());
  WriteFamily(fit.blend.moment, *fitted.mutable_blend()->mutable_moment());
  fitted.set_force_objective(fit.force_objective);
  fitted.set_moment_objective(fit.moment_objective);
  fitted.set_iterations(static_cast<uint32_t>(fit.iterations));
}

}  // namespace carom
