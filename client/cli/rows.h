#ifndef CAROM_CLIENT_CLI_ROWS_H_
#define CAROM_CLIENT_CLI_ROWS_H_

#include <memory>
#include <ostream>
#include <string>

#include "absl/status/statusor.h"
#include "client/shot_outcome.h"

namespace carom {

/// Writes a batch's outcomes, a row for each shot.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  virtual void Write(const ShotOutcome& outcome) = 0;
};

/// INVALID_ARGUMENT unless MakeRowWriter() knows the format.
absl::Status CheckRowFormat(const std::string& format);

/// Where the rows begin.
enum class RowStart {
  kFile,  ///< With the header of CSV.
  kGoOn,  ///< After rows that are there already.
};

/// A writer of "csv" (a header, then one line a shot) or "jsonl" (one JSON object a line) to `out`,
/// which must outlive it. INVALID_ARGUMENT for any other format.
///
/// Columns and keys have the names of carom/v1/result.proto. In CSV, lists are joined by spaces:
/// `pocketed` holds ball@pocket, `left_table` ball@x:y:z where it passed the edge, `final_xy_m` x:y
/// and `final_z_m` z of each ball in the order of the layout. Doubles are written so that they read
/// back with the same bits, hashes as 16 hexadecimal digits.
absl::StatusOr<std::unique_ptr<RowWriter>> MakeRowWriter(const std::string& format,
                                                         std::ostream& out,
                                                         RowStart start = RowStart::kFile);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ROWS_H_
