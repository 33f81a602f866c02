#include "client/python/src/arrays.h"

#include <nanobind/stl/string.h>

#include <string>

namespace carom::python {
namespace {

template <class T>
using Input = nb::ndarray<const T, nb::c_contig, nb::device::cpu>;
template <class T>
using Output = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

template <class T, class Column>
void Append(nb::handle array, Column* column) {
  const auto values = nb::cast<Input<T>>(array, /*convert=*/false);
  column->Add(values.data(), values.data() + values.size());
}

template <class T>
T* DataOf(const nb::dict& arrays, const char* name) {
  return nb::cast<Output<T>>(arrays[name], /*convert=*/false).data();
}

}  // namespace

void FillColumns(const nb::dict& arrays, v1::ShotColumns& columns) {
  for (const auto& [key, array] : arrays) {
    const std::string name = nb::cast<std::string>(key);
    if (name == "speed_m_s") {
      Append<double>(array, columns.mutable_speed_m_s());
    } else if (name == "azimuth_rad") {
      Append<double>(array, columns.mutable_azimuth_rad());
    } else if (name == "elevation_rad") {
      Append<double>(array, columns.mutable_elevation_rad());
    } else if (name == "side_offset") {
      Append<double>(array, columns.mutable_side_offset());
    } else if (name == "height_offset") {
      Append<double>(array, columns.mutable_height_offset());
    } else if (name == "cue_ball") {
      Append<uint32_t>(array, columns.mutable_cue_ball());
    } else if (name == "table_index") {
      Append<uint32_t>(array, columns.mutable_table_index());
    } else if (name == "settings_index") {
      Append<uint32_t>(array, columns.mutable_settings_index());
    } else if (name == "layout_index") {
      Append<uint32_t>(array, columns.mutable_layout_index());
    } else if (name == "positions_m") {
      Append<double>(array, columns.mutable_positions_m());
    } else if (name == "motions") {
      Append<int8_t>(array, columns.mutable_motions());
    } else {
      throw nb::key_error(name.c_str());
    }
  }
}

DenseArrays DenseOf(const nb::dict& arrays) {
  const auto positions = nb::cast<Output<double>>(arrays["positions"], /*convert=*/false);
  DenseArrays dense;
  dense.shots = positions.shape(0);
  dense.balls = positions.shape(1);
  dense.positions = positions.data();
  dense.motions = DataOf<int8_t>(arrays, "motions");
  dense.pockets = DataOf<int8_t>(arrays, "pockets");
  dense.first_contact = DataOf<int8_t>(arrays, "first_contact");
  dense.end_time = DataOf<double>(arrays, "end_time");
  dense.hash = DataOf<uint64_t>(arrays, "hash");
  dense.stop_reason = DataOf<int8_t>(arrays, "stop_reason");
  dense.event_count = DataOf<uint32_t>(arrays, "event_count");
  dense.ok = DataOf<bool>(arrays, "ok");
  const auto labels = nb::cast<Output<double>>(arrays["labels"], /*convert=*/false);
  dense.labels = labels.data();
  dense.label_count = labels.shape(1);
  return dense;
}

}  // namespace carom::python
