#ifndef CAROM_CORE_TABLE_CATALOG_H_
#define CAROM_CORE_TABLE_CATALOG_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/table/ball.h"
#include "core/table/table.h"

namespace carom {

/// A table of the catalogue, with what is usually played on it.
struct TablePreset {
  Table table;                     ///< table.name is the preset's name.
  std::string description;         ///< One line on sizes and their source.
  std::string ball_set;            ///< As in FindBallSet.
  std::vector<std::string> racks;  ///< Racks that fit, as in MakeRack; the usual one first.
};

/// All presets, in order of name: "carom_10ft", "open" (an endless slate), "pool_7ft", "pool_8ft",
/// "pool_9ft", "pool_9ft_prisms", "snooker_12ft". Every one passes ValidateTable; where there are
/// cushions, a ball of the set that stays on the cloth can pass them only into a pocket, and rail
/// tops cover what lies behind them. Built once, thread-safe.
const std::vector<TablePreset>& TableCatalog();

/// Null when the name is unknown.
const TablePreset* FindTable(std::string_view name);

/// The balls of a game by index; index 0 is the cue ball. The two vectors are parallel.
struct BallSet {
  std::string name;
  std::string description;
  std::vector<BallSpec> balls;
  std::vector<std::string> ball_names;
};

/// All ball sets, in order of name: "carom" (white, yellow, red), "pool" (cue, 1 to 15), "snooker"
/// (cue, red_1 to red_15, yellow, green, brown, blue, pink, black). Built once, thread-safe.
const std::vector<BallSet>& BallSets();

/// Null when the name is unknown.
const BallSet* FindBallSet(std::string_view name);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_CATALOG_H_
