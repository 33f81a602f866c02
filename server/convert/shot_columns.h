#ifndef CAROM_SERVER_CONVERT_SHOT_COLUMNS_H_
#define CAROM_SERVER_CONVERT_SHOT_COLUMNS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "carom/v1/shot.pb.h"

namespace carom {

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

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_SHOT_COLUMNS_H_
