#ifndef CAROM_CLIENT_CLI_ROWS_H_
#define CAROM_CLIENT_CLI_ROWS_H_

#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/shot_outcome.h"

namespace carom {

/// Writes a batch's outcomes, a row for each shot.
class RowWriter {
 public:
  virtual ~RowWriter() = default;

  /// INTERNAL for a shot with more balls than there is room for.
  virtual absl::Status Write(const ShotOutcome& outcome) = 0;
};

/// INVALID_ARGUMENT unless MakeRowWriter() knows the format.
absl::Status CheckRowFormat(const std::string& format);

/// Where the rows begin.
enum class RowStart {
  kFile,  ///< With the header of CSV.
  kGoOn,  ///< After rows that are there already.
};

/// What the rows of a batch have cells for.
struct RowShape {
  size_t balls = 0;
  std::vector<std::string> inputs = {};  ///< What is drawn, by quantity.
  size_t labels = 0;
  bool outcomes = true;  ///< False with the detail LABELS, which has no balls.
};

/// A writer of "csv" (a header, then one line a shot) or "jsonl" (one JSON object a line) to `out`,
/// which must outlive it. INVALID_ARGUMENT for any other format.
///
/// Columns and keys have the names of carom/v1/result.proto. A cell of CSV holds one number or one
/// word; each ball has cells: ball_I_x_m, _y_m and _z_m at the end; _pocket and _pocketed_s if it
/// was pocketed; _left_x_m, _left_y_m and _left_z_m, where it passed the table's edge, if it did.
/// Drawn quantities follow in cells input_NAME, and in JSON as an object "inputs"; labels in cells
/// label_I, and in JSON as an array "labels". Cells that do not apply are empty. Doubles are
/// written so that they read back with the same bits (JSON has null for values that are not
/// numbers), hashes as 16 hexadecimal digits.
absl::StatusOr<std::unique_ptr<RowWriter>> MakeRowWriter(const std::string& format,
                                                         std::ostream& out, const RowShape& shape,
                                                         RowStart start = RowStart::kFile);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ROWS_H_
