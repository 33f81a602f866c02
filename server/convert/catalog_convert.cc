#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "carom/v1/mechanism.pb.h"
#include "core/base/field_error.h"
#include "core/laws/compliant.h"
#include "core/material/material.h"
#include "core/shot/named_scene.h"
#include "core/table/catalog.h"
#include "core/table/rack.h"
#include "core/table/validate.h"
#include "server/convert/fields.h"
#include "server/convert/request_convert.h"
#include "server/convert/state_convert.h"

namespace carom {
namespace {

using NameList = google::protobuf::RepeatedPtrField<std::string>;

void AddNose(const Nose& nose, v1::TableGeometry& wire) {
  v1::Nose& added = *wire.add_noses();
  WritePoint(nose.start_m, *added.mutable_start());
  WritePoint(nose.end_m, *added.mutable_end());
  added.set_height_m(nose.start_height_m);
  // A level nose has one height on the wire, so that changing it keeps the nose level.
  if (nose.rise_m != 0.0) added.set_end_height_m(nose.EndHeight());
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

constexpr char kDefaultPreset[] = "pool_9ft";
constexpr char kDefaultBallSet[] = "pool";

// A direction of length 1, such as those of the catalogue, keeps its bits. One that is not finite
// becomes nan, which the table's validation refuses by name.
Vec2 ToDirection(const v1::Point2& wire) {
  constexpr double kUnitTolerance = 1e-12;
  const Vec2 direction = ToVec2(wire);
  const double length_squared = direction.squaredNorm();
  const bool none = direction.x() == 0.0 && direction.y() == 0.0;
  if (none || std::fabs(length_squared - 1.0) <= kUnitTolerance) return direction;
  const Vec2 scaled = direction / direction.cwiseAbs().maxCoeff();
  return scaled / scaled.norm();
}

// A part of a table: its numbers, and the points that it has.
template <class Part>
Part ToPart(const auto& wire) {
  Part part;
  FieldTaker take(wire);
  Part::Parameters(part, take);
  if constexpr (requires { part.centre_m; }) take("centre", part.centre_m);
  if constexpr (requires { part.corners_m; }) take("corners", part.corners_m);
  if constexpr (requires { part.rise_m; }) {
    take("start", part.start_m);
    take("end", part.end_m);
    if (wire.has_end_height_m()) part.rise_m = wire.end_height_m() - part.start_height_m;
  }
  if constexpr (requires { part.opening; }) {
    part.name = wire.name();
    part.opening = ToDirection(wire.opening());
  }
  return part;
}

template <class Part>
void TakeParts(const auto& wire, std::vector<Part>& parts) {
  for (const auto& part : wire) parts.push_back(ToPart<Part>(part));
}

Table ToTable(const v1::TableGeometry& wire) {
  Table table;
  table.name = wire.name();
  FieldTaker take(wire);
  Table::Parameters(table, take);
  TakeParts(wire.noses(), table.noses);
  TakeParts(wire.jaws(), table.jaws);
  TakeParts(wire.pockets(), table.pockets);
  TakeParts(wire.rail_tops(), table.rail_tops);
  take("bed_outline", table.bed_outline_m);
  table.head_spot_m = Vec2(-0.25 * table.length_m, 0.0);
  table.foot_spot_m = Vec2(0.25 * table.length_m, 0.0);
  take("head_spot", table.head_spot_m);
  take("foot_spot", table.foot_spot_m);
  return table;
}

absl::Status CheckNames(const v1::TableGeometry& wire) {
  absl::Status status = CheckName("name", wire.name());
  status.Update(TakeEach("pockets", wire.pockets(), [](const v1::Pocket& pocket, int) {
    return CheckName("name", pocket.name());
  }));
  const bool known = wire.ball_set().empty() || FindBallSet(wire.ball_set()) != nullptr;
  if (!known) status.Update(UnknownName("ball_set", wire.ball_set(), NamesOf(BallSets())));
  return status;
}

absl::StatusOr<ConvertedTable> ConvertGeometry(const v1::TableGeometry& wire) {
  if (absl::Status bad = CheckNames(wire); !bad.ok()) return bad;
  Table table = ToTable(wire);
  if (absl::Status bad = ValidateTable(table); !bad.ok()) return bad;
  return ConvertedTable{std::make_shared<const Table>(std::move(table)),
                        wire.ball_set().empty() ? kDefaultBallSet : wire.ball_set()};
}

absl::StatusOr<ConvertedTable> ConvertPreset(const std::string& name) {
  const TablePreset* preset = FindTable(name);
  if (preset == nullptr) return UnknownName("preset", name, NamesOf(TableCatalog()));
  // The catalogue lives as long as the process: a pointer that owns nothing shares it.
  return ConvertedTable{std::shared_ptr<const Table>(std::shared_ptr<void>(), &preset->table),
                        preset->ball_set};
}

}  // namespace

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
    return ToStatus(*FieldErrorOf(UnknownName("name", name, NamesOf(TableCatalog()))),
                    absl::StatusCode::kNotFound);
  }
  *response.mutable_info() = InfoToWire(*preset);
  *response.mutable_geometry() = TableToWire(preset->table, preset->ball_set);
  return absl::OkStatus();
}

void FillCatalogNames(v1::GetServerInfoResponse& response) {
  SetNames(NamesOf(TableCatalog()), *response.mutable_table_presets());
  SetNames(NamesOf(BallSets()), *response.mutable_ball_sets());
  SetNames(RackNames(), *response.mutable_racks());
  SetNames(NamesOf(NamedScenes()), *response.mutable_scenes());
  // The laws on offer are the arms of the oneof that selects one.
  SetNames(ArmsOf(*v1::BallBallLaw::descriptor(), "law"), *response.mutable_ball_ball_laws());
  SetNames(ArmsOf(*v1::CushionLaw::descriptor(), "law"), *response.mutable_cushion_laws());
  SetNames(ArmsOf(*v1::SimulateMechanismRequest::descriptor(), "mechanism"),
           *response.mutable_mechanisms());
  SetNames(NamesOf(Materials()), *response.mutable_materials());
  SetNames(NamesOf(CompliantPresets()), *response.mutable_compliant_presets());
}

absl::StatusOr<ConvertedTable> ConvertTable(const v1::Table& table) {
  if (!table.has_geometry()) {
    return ConvertPreset(table.has_preset() ? table.preset() : kDefaultPreset);
  }
  absl::StatusOr<ConvertedTable> converted = ConvertGeometry(table.geometry());
  if (converted.ok()) return converted;
  return UnderPath("geometry", converted.status());
}

}  // namespace carom
