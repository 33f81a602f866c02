#include "carom/client/mechanism_tables.h"

#include <string>

#include "client/internal/columns.h"

namespace carom {
namespace {

void ExpectTable(const std::string& name, const carom::v1::ChannelTable& table,
                 ColumnCheck* check) {
  const auto channels = static_cast<uint64_t>(table.bodies_size());
  const auto times = static_cast<uint64_t>(table.times_s_size());
  check->Expect(name + ".quantities", table.quantities(), channels)
      .Expect(name + ".values", table.values(), channels * times);
}

}  // namespace

absl::Status CheckColumns(const carom::v1::MechanismRun& run) {
  const auto events = static_cast<uint64_t>(run.events().times_s_size());
  ColumnCheck check;
  check.Expect("events.kinds", run.events().kinds(), events)
      .Expect("events.balls", run.events().balls(), events)
      .Expect("events.others", run.events().others(), events);
  ExpectTable("samples", run.samples(), &check);
  ExpectTable("impacts", run.impacts(), &check);
  const auto channels = static_cast<uint64_t>(run.spectrum().bodies_size());
  const auto frequencies = static_cast<uint64_t>(run.spectrum().frequencies_hz_size());
  check.Expect("spectrum.quantities", run.spectrum().quantities(), channels)
      .Expect("spectrum.densities", run.spectrum().densities(), channels * frequencies);
  return check.status();
}

absl::Status CheckColumns(const carom::v1::AimedSpins& spins) {
  const auto count = static_cast<uint64_t>(spins.misses_m_size());
  ColumnCheck check;
  return check.Expect("spins_rad_s", spins.spins_rad_s(), 3 * count)
      .Expect("rests_m", spins.rests_m(), 2 * count)
      .Expect("iterations", spins.iterations(), count)
      .status();
}

absl::Status CheckColumns(const carom::v1::PatchTable& table) {
  const auto count = static_cast<uint64_t>(table.moments_size());
  ColumnCheck check;
  return check.Expect("slips_x_per_s", table.slips_x_per_s(), count)
      .Expect("slips_y_per_s", table.slips_y_per_s(), count)
      .Expect("spins_rad_s", table.spins_rad_s(), count)
      .Expect("shifts_x", table.shifts_x(), count)
      .Expect("shifts_y", table.shifts_y(), count)
      .Expect("forces_x", table.forces_x(), count)
      .Expect("forces_y", table.forces_y(), count)
      .status();
}

absl::Status CheckColumns(const carom::v1::PressureField& field) {
  const auto count = static_cast<uint64_t>(field.xs_m_size());
  ColumnCheck check;
  return check.Expect("ys_m", field.ys_m(), count)
      .Expect("pressures_pa", field.pressures_pa(), count)
      .status();
}

std::span<const double> ChannelValues(const carom::v1::ChannelTable& table, int channel) {
  const auto times = static_cast<size_t>(table.times_s_size());
  return std::span(table.values().data(), static_cast<size_t>(table.values_size()))
      .subspan(static_cast<size_t>(channel) * times, times);
}

std::span<const double> ChannelDensities(const carom::v1::SpectrumTable& table, int channel) {
  const auto frequencies = static_cast<size_t>(table.frequencies_hz_size());
  return std::span(table.densities().data(), static_cast<size_t>(table.densities_size()))
      .subspan(static_cast<size_t>(channel) * frequencies, frequencies);
}

}  // namespace carom
