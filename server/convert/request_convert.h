#ifndef CAROM_SERVER_CONVERT_REQUEST_CONVERT_H_
#define CAROM_SERVER_CONVERT_REQUEST_CONVERT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/distribution.pb.h"
#include "carom/v1/simulation.pb.h"
#include "core/base/field_error.h"
#include "core/base/interval.h"
#include "core/draw/distribution.h"
#include "core/record/record.h"
#include "core/shot/drawn/drawn_shots.h"
#include "core/shot/drawn/shot_drawer.h"
#include "core/shot/named_scene.h"
#include "core/shot/simulate.h"
#include "core/table/catalog.h"
#include "core/table/shot.h"
#include "server/convert/estimate_convert.h"

// Between the wire and the core. Every function is pure and thread-safe; every error is an
// INVALID_ARGUMENT with a FieldError, whose path begins below the message converted
// ("geometry.noses[3].height_m"); callers put the rest in front by UnderPath().

namespace carom {

/// What a server allows beyond the wire's own ranges. A default beyond it is refused like any other
/// value, never lowered: the same request has the same answer on every server that takes it.
struct ConvertLimits {
  int max_events = std::numeric_limits<int>::max();  ///< Of Limits.max_events.
  int64_t max_samples_per_shot = 1 << 20;            ///< States: times x balls.
  int64_t max_samples_per_mechanism = 1 << 20;       ///< Times.
  /// Of Integration.max_evaluations, and of all runs of a RollingBallAim together.
  int64_t max_evaluations = std::numeric_limits<int64_t>::max();
  double max_duration_s = std::numeric_limits<double>::infinity();  ///< Of a mechanism.
  int64_t max_log_bytes = int64_t{1} << 40;                         ///< Of a shot's log in memory.
};

/// A table, and the defaults of a layout on it. A preset is shared, not copied.
struct ConvertedTable {
  std::shared_ptr<const Table> table;
  std::string ball_set;
};
absl::StatusOr<ConvertedTable> ConvertTable(const v1::Table& table);

absl::StatusOr<std::shared_ptr<const Settings>> ConvertSettings(const v1::Settings& settings,
                                                                const ConvertLimits& limits);

/// A known material by its name, and then its parameters.
absl::Status TakeParameters(const google::protobuf::Message& wire, Material& material);
absl::Status TakeParameters(const google::protobuf::Message& wire, IntegrationSpec& spec);
absl::Status TakeParameters(const google::protobuf::Message& wire, CompliantContact& contact);

/// OK unless `spec`, as taken from the field "integration" of `holder`, asks for more evaluations
/// than the limits allow.
absl::Status CheckEvaluations(const google::protobuf::Message& holder, const ConvertLimits& limits,
                              const IntegrationSpec& spec);

/// Balls and their start on this table (a rack stands on its spots).
absl::StatusOr<Layout> ConvertLayout(const v1::Layout& layout, const ConvertedTable& table);

/// How many balls the layout has on any table; 0 for a layout without balls, which cannot be
/// converted.
int CountBalls(const v1::Layout& layout);

/// Rewrites `shot` in place: a shot that has been used before allocates nothing.
absl::Status ConvertShot(const v1::Shot& shot, const Layout& layout, Shot& out);

absl::StatusOr<UniformStrikes> ConvertStrikes(const v1::UniformStrikes& strikes);

absl::Status TakeParameters(const google::protobuf::Message& wire, ChoiceDistribution& choice);

/// A distribution of numbers in `range`, where the wire gives this field.
absl::Status TakeDistribution(const google::protobuf::Message& wire, const std::string& field,
                              const Interval& range, std::optional<Distribution>& distribution);

/// What the request has to draw from. Null where a table or settings cannot be converted: the shots
/// that draw them tell.
struct DrawnLists {
  const google::protobuf::RepeatedPtrField<v1::Layout>* layouts = nullptr;
  std::vector<const Table*> tables;
  std::vector<const Settings*> settings;
};

/// What is drawn, and the most balls that a layout drawn has.
struct ConvertedDraw {
  DrawnShots drawn;
  int most_balls = 0;

  /// Names of the columns that tell what was drawn.
  std::vector<std::string> ColumnNames() const;
};

absl::StatusOr<ConvertedDraw> ConvertDrawnShots(const v1::DrawnShots& wire,
                                                const DrawnLists& lists);

/// What the rack of a layout is made of; nothing where it is none. The names are not checked.
std::optional<RackRecipe> ConvertRackRecipe(const v1::Layout& layout, const ConvertedTable& table);

struct ConvertedProbe {
  ConvertedNoise noise;
  uint64_t seed = 0;
  int draws = 0;
};

/// The core's detail, and what is reported of a shot.
struct ConvertedDetail {
  Detail detail;
  /// By v1::Quantity - 1.
  std::array<bool, v1::Quantity_MAX> quantities = {true, true, true, true};
  bool balls = true;  ///< Report final states and outcomes; false at the level LABELS.
  /// Names of the quantities drawn for each shot that are reported; none unless shots are drawn.
  std::vector<std::string> input_columns;
  std::vector<FieldPath> derivatives;
  std::vector<goals::Goal> margins;  ///< By ConvertMargins(); none without derivatives.
  std::optional<ConvertedProbe> probe;
  size_t labels = 0;      ///< Values that each shot is labelled with.
  bool selected = false;  ///< The request has a filter, so not every shot is reported.
  bool cost = false;      ///< Report evaluations and steps.
};
absl::StatusOr<ConvertedDetail> ConvertDetail(const v1::Detail& detail,
                                              const ConvertLimits& limits);

/// What the wire calls "table", "settings" and "balls[i]" of an error of Scene::Make or Simulate
/// ("strike" and "balls[i].position_m" become fields of the shot or of its layout).
struct WirePaths {
  const v1::Table* table = nullptr;  ///< Null: none on the wire (a named scene).
  const v1::Layout* layout = nullptr;
  const v1::Shot* shot = nullptr;  ///< Null: drawn by a generator.
  uint32_t table_index = 0;
  uint32_t settings_index = 0;
  uint32_t layout_index = 0;
  /// "shots[3]", "shots.shots[3]" in a batch, "generator.uniform_strikes" or "generator".
  FieldPath shot_path;
  /// What `shot` was taken out of, and its number there; null: it is listed.
  const v1::ShotColumns* columns = nullptr;
  uint32_t shot_index = 0;
};
/// The whole path from the request on.
absl::Status ToWirePath(const absl::Status& status, const WirePaths& paths);

/// INVALID_ARGUMENT for a column that is neither empty nor one value nor one a shot, and for
/// columns of strikes without speeds. Those of states are CheckStateColumns' part.
absl::Status CheckColumns(const v1::ShotColumns& columns);

/// The same of positions and motions, for layouts of so many balls.
absl::Status CheckStateColumns(const v1::ShotColumns& columns, int balls);

/// The value of one column for shot `index`; 0 where the column is empty.
template <class Value>
Value InColumn(const google::protobuf::RepeatedField<Value>& column, uint32_t index) {
  if (column.empty()) return 0;
  return column[column.size() == 1 ? 0 : static_cast<int>(index)];
}

/// Shot `index` as it would be listed. Rewrites `shot` in place, so that a warm one allocates
/// nothing. The errors are those of CheckStateColumns; requires what CheckColumns demands.
absl::Status TakeShot(const v1::ShotColumns& columns, uint32_t index, int balls, v1::Shot& shot);

/// An error about shot `index`, whose path leads to its field in a listed shot below "columns", as
/// one about an element of a column: "columns.strike.speed_m_s" becomes "columns.speed_m_s[7]".
/// Other errors stay. `shot` is what TakeShot() has made.
absl::Status ToColumnPath(const absl::Status& status, const v1::ShotColumns& columns,
                          uint32_t index, const v1::Shot& shot);

/// The names in a list of the catalogue.
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

/// The table as plain geometry: sent back in a request, it is the same table to the last bit.
v1::TableGeometry TableToWire(const Table& table, const std::string& ball_set);

/// All presets, in order of name.
void ListCatalogTables(v1::ListTablesResponse& response);

/// One preset as plain geometry; NOT_FOUND with the list of known names.
absl::Status DescribeCatalogTable(const std::string& name, v1::GetTableResponse& response);

/// Names of tables, ball sets, racks, laws, scenes, mechanisms, materials and sets of contact
/// forces.
void FillCatalogNames(v1::GetServerInfoResponse& response);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_REQUEST_CONVERT_H_
