#include "server/convert/sample_writer.h"

#include <array>
#include <bit>

#include "core/base/demand.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

// The sampled bodies: those of the mask that exist in the shot.
uint32_t SampledBalls(const Record& record, uint32_t mask) {
  const size_t balls = record.final_states.size();
  return balls >= 32 ? mask : mask & ((uint32_t{1} << balls) - 1);
}

using Column = google::protobuf::RepeatedField<double>;

template <size_t kCount>
void AppendRow(const std::array<double, kCount>& row, Column& column) {
  for (const double value : row) column.Add(value);
}

// The values of one channel: body `column` of the record's `columns` sampled bodies.
void AppendChannel(const Record& record, size_t column, size_t columns, v1::Quantity quantity,
                   Column& values) {
  for (size_t i = column; i < record.samples.size(); i += columns) {
    const BallState& state = record.samples[i];
    switch (quantity) {
      case v1::QUANTITY_POSITION:
        AppendVector(state.position, values);
        break;
      case v1::QUANTITY_VELOCITY:
        AppendVector(state.velocity, values);
        break;
      case v1::QUANTITY_ANGULAR_VELOCITY:
        AppendVector(state.spin, values);
        break;
      case v1::QUANTITY_ORIENTATION:
        AppendRow(record.sample_orientations[i], values);
        break;
      default:
        values.Add(static_cast<double>(ToWire(state.motion)));
        break;
    }
  }
}

// The channels of all balls together; returns their number.
uint32_t AppendSystemChannels(const Record& record, const Detail& detail,
                              v1::SampleColumns& columns) {
  const auto system = static_cast<uint32_t>(record.final_states.size());
  uint32_t channels = 0;
  const auto add = [&](v1::Quantity quantity, const auto& rows) {
    columns.add_bodies(system);
    columns.add_quantities(quantity);
    for (const auto& row : rows) AppendRow(row, *columns.mutable_values());
    ++channels;
  };
  if (detail.sample_energies) add(v1::QUANTITY_ENERGY, record.sample_energies);
  if (detail.sample_violations) add(v1::QUANTITY_CONSTRAINT_VIOLATION, record.sample_violations);
  return channels;
}

}  // namespace

void AppendSamples(const Record& record, const ConvertedDetail& detail,
                   v1::SampleColumns& columns) {
  columns.add_time_counts(static_cast<uint32_t>(record.sample_times_s.size()));
  for (double time_s : record.sample_times_s) columns.add_times_s(time_s);

  const uint32_t sampled = SampledBalls(record, detail.detail.sample_balls);
  const auto bodies = static_cast<size_t>(std::popcount(sampled));
  CAROM_DEMAND(record.samples.size() == bodies * record.sample_times_s.size(),
               "one sample a body and time");
  uint32_t channels = 0;
  size_t column = 0;
  for (uint32_t body = 0; body < record.final_states.size(); ++body) {
    if ((sampled >> body & 1u) == 0) continue;
    for (int q = v1::QUANTITY_POSITION; q <= v1::QUANTITY_ORIENTATION; ++q) {
      if (!detail.quantities[static_cast<size_t>(q - 1)]) continue;
      columns.add_bodies(body);
      columns.add_quantities(static_cast<v1::Quantity>(q));
      AppendChannel(record, column, bodies, static_cast<v1::Quantity>(q),
                    *columns.mutable_values());
      ++channels;
    }
    ++column;
  }
  columns.add_channel_counts(channels + AppendSystemChannels(record, detail.detail, columns));
}

int64_t SampleBytes(const Record& record, const ConvertedDetail& detail) {
  int64_t bytes = 8 * static_cast<int64_t>(record.sample_times_s.size());
  // 10 values a sample; a body's channels cost 2 bytes each.
  bytes += 80 * static_cast<int64_t>(record.samples.size());
  if (!record.samples.empty()) bytes += 8 * static_cast<int64_t>(record.final_states.size());
  // The further channels cost as many bytes each, and 8 a value.
  if (detail.detail.sample_orientations) {
    bytes += 2 * static_cast<int64_t>(record.final_states.size());
  }
  if (detail.detail.sample_energies) bytes += 2;
  if (detail.detail.sample_violations) bytes += 2;
  bytes += 32 * static_cast<int64_t>(record.sample_orientations.size());
  bytes += 48 * static_cast<int64_t>(record.sample_energies.size());
  bytes += 16 * static_cast<int64_t>(record.sample_violations.size());
  return bytes;
}

}  // namespace carom
