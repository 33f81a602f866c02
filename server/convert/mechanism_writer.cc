#include "server/convert/mechanism_writer.h"

#include "server/convert/event_convert.h"

namespace carom {
namespace {

// Sizes on the wire, bytes, rounded up.
constexpr int64_t kRunBytes = 256;   // tags, lengths, scalars and the engine version
constexpr int64_t kEventBytes = 13;  // time, kind, ball, other
constexpr int64_t kNameBytes = 4;    // tag and length of a string, beside its letters
constexpr int64_t kFigureBytes = 16;

int64_t TableBytes(const ChannelTable& table) {
  int64_t bytes = 8 * static_cast<int64_t>(table.times_s.size() + table.values.size());
  for (const Channel& channel : table.channels) {
    bytes += 2 * kNameBytes + static_cast<int64_t>(channel.body.size() + channel.quantity.size());
  }
  return bytes;
}

// The core's rows become columns, so that a channel is in one piece for plots and comparisons.
void WriteTable(const ChannelTable& table, v1::ChannelTable& wire) {
  for (const Channel& channel : table.channels) {
    wire.add_bodies(channel.body);
    wire.add_quantities(channel.quantity);
  }
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
  int64_t bytes = 8 * (SpectrumRows(table) + static_cast<int64_t>(table.densities.size()));
  for (const Channel& channel : table.channels) {
    bytes += 2 * kNameBytes + static_cast<int64_t>(channel.body.size() + channel.quantity.size());
  }
  return bytes;
}

void WriteSpectrum(const SpectrumTable& table, v1::SpectrumTable& wire) {
  for (const Channel& channel : table.channels) {
    wire.add_bodies(channel.body);
    wire.add_quantities(channel.quantity);
  }
  for (int64_t k = 0; k < SpectrumRows(table); ++k) {
    wire.add_frequencies_hz(static_cast<double>(k) * table.bin_Hz);
  }
  wire.mutable_densities()->Assign(table.densities.begin(), table.densities.end());
  wire.set_segments(static_cast<uint32_t>(table.segments));
}

}  // namespace

int64_t RunBytes(const MechanismRecord& record) {
  int64_t bytes = kRunBytes + TableBytes(record.samples) + TableBytes(record.impacts) +
                  SpectrumBytes(record.spectrum) +
                  kEventBytes * static_cast<int64_t>(record.events.size());
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

}  // namespace carom
