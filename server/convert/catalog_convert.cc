#include "server/convert/catalog_convert.h"

#include "carom/v1/mechanism.pb.h"
#include "core/base/field_error.h"
#include "core/laws/compliant.h"
#include "core/material/material.h"
#include "core/shot/named_scene.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "server/convert/fields.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using NameList = google::protobuf::RepeatedPtrField<std::string>;

void AddNose(const Nose& nose, v1::TableGeometry& wire) {
  v1::Nose& added = *wire.add_noses();
  WritePoint(nose.start_m, *added.mutable_start());
  WritePoint(nose.end_m, *added.mutable_end());
  added.set_height_m(nose.height_m);
  // A level nose has one height on the wire, so that changing it keeps the nose level.
  if (nose.rise_m != 0.0) added.set_end_height_m(nose.height_m + nose.rise_m);
}

void AddRailTop(const RailTop& rail_top, v1::TableGeometry& wire) {
  v1::RailTop& added = *wire.add_rail_tops();
  for (const Vec2& corner_m : rail_top.corners_m) WritePoint(corner_m, *added.add_corners());
  added.set_height_m(rail_top.height_m);
}

void AddJaw(const Jaw& jaw, v1::TableGeometry& wire) {
  v1::Jaw& added = *wire.add_jaws();
  WritePoint(jaw.centre_m, *added.mutable_centre());
  added.set_radius_m(jaw.radius_m);
  added.set_height_m(jaw.height_m);
}

void AddPocket(const Pocket& pocket, v1::TableGeometry& wire) {
  v1::Pocket& added = *wire.add_pockets();
  WritePoint(pocket.centre_m, *added.mutable_centre());
  added.set_radius_m(pocket.radius_m);
  added.set_name(pocket.name);
  if (pocket.opening != Vec2::Zero()) WritePoint(pocket.opening, *added.mutable_opening());
  added.set_back_height_m(pocket.back_height_m);
  added.set_overhang_m(pocket.overhang_m);
}

void SetNames(const std::vector<std::string>& names, NameList& wire) {
  wire.Assign(names.begin(), names.end());
}

// The laws on offer are the arms of the oneof that selects one.
void SetArms(const google::protobuf::Descriptor& type, const char* oneof, NameList& wire) {
  SetNames(ArmsOf(type, oneof), wire);
}

template <class List>
std::vector<std::string> NamesOf(const List& list) {
  std::vector<std::string> names;
  for (const auto& one : list) {
    if constexpr (requires { one.table.name; }) {
      names.push_back(one.table.name);
    } else {
      names.emplace_back(one.name);
    }
  }
  return names;
}

v1::TableInfo InfoToWire(const TablePreset& preset) {
  v1::TableInfo info;
  info.set_name(preset.table.name);
  info.set_description(preset.description);
  info.set_length_m(preset.table.length_m);
  info.set_width_m(preset.table.width_m);
  info.set_ball_set(preset.ball_set);
  SetNames(preset.racks, *info.mutable_racks());
  return info;
}

}  // namespace

std::vector<std::string> TablePresetNames() { return NamesOf(TableCatalog()); }
std::vector<std::string> BallSetNames() { return NamesOf(BallSets()); }
std::vector<std::string> SceneNames() { return NamesOf(NamedScenes()); }
std::vector<std::string> MaterialNames() { return NamesOf(Materials()); }
std::vector<std::string> CompliantPresetNames() { return NamesOf(CompliantPresets()); }

v1::TableGeometry TableToWire(const Table& table, const std::string& ball_set) {
  v1::TableGeometry wire;
  wire.set_name(table.name);
  wire.set_length_m(table.length_m);
  wire.set_width_m(table.width_m);
  wire.set_ball_set(ball_set);
  for (const Nose& nose : table.noses) AddNose(nose, wire);
  for (const Jaw& jaw : table.jaws) AddJaw(jaw, wire);
  for (const Pocket& pocket : table.pockets) AddPocket(pocket, wire);
  for (const RailTop& rail_top : table.rail_tops) AddRailTop(rail_top, wire);
  for (const Vec2& corner_m : table.bed_outline_m) WritePoint(corner_m, *wire.add_bed_outline());
  WritePoint(table.head_spot_m, *wire.mutable_head_spot());
  WritePoint(table.foot_spot_m, *wire.mutable_foot_spot());
  return wire;
}

void ListCatalogTables(v1::ListTablesResponse& response) {
  for (const TablePreset& preset : TableCatalog()) *response.add_tables() = InfoToWire(preset);
}

absl::Status DescribeCatalogTable(const std::string& name, v1::GetTableResponse& response) {
  const TablePreset* preset = FindTable(name);
  if (preset == nullptr) {
    return ToStatus(*FieldErrorOf(UnknownName("name", name, TablePresetNames())),
                    absl::StatusCode::kNotFound);
  }
  *response.mutable_info() = InfoToWire(*preset);
  *response.mutable_geometry() = TableToWire(preset->table, preset->ball_set);
  return absl::OkStatus();
}

void FillCatalogNames(v1::GetServerInfoResponse& response) {
  SetNames(TablePresetNames(), *response.mutable_table_presets());
  SetNames(BallSetNames(), *response.mutable_ball_sets());
  SetNames(RackNames(), *response.mutable_racks());
  SetNames(SceneNames(), *response.mutable_scenes());
  SetArms(*v1::BallBallLaw::descriptor(), "law", *response.mutable_ball_ball_laws());
  SetArms(*v1::CushionLaw::descriptor(), "law", *response.mutable_cushion_laws());
  SetArms(*v1::SimulateMechanismRequest::descriptor(), "mechanism", *response.mutable_mechanisms());
  SetNames(MaterialNames(), *response.mutable_materials());
  SetNames(CompliantPresetNames(), *response.mutable_compliant_presets());
}

}  // namespace carom
