#ifndef CAROM_CLIENT_CLI_ROW_OUTPUT_H_
#define CAROM_CLIENT_CLI_ROW_OUTPUT_H_

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/v1/result.pb.h"
#include "client/cli/rows.h"

namespace carom {

/// Where the rows of a batch go. The file is opened, and so an older one emptied, only when the
/// first results are there: a batch that is refused leaves it alone.
class RowOutput {
 public:
  /// Rows go to the file `path`, without one to `standard_out` (which must outlive this), and
  /// nowhere if neither is given. The format is csv or jsonl; without one it follows from the
  /// path's ending, else csv. INVALID_ARGUMENT for another format.
  absl::Status Configure(const std::optional<std::string>& format,
                         const std::optional<std::string>& path, std::ostream* standard_out);

  bool enabled() const { return !format_.empty(); }

  const std::string& format() const { return format_; }  ///< Empty: no rows.
  const std::optional<std::string>& path() const { return path_; }

  /// Gives the rows of CSV cells for this many balls. Before Write().
  void MakeRoomFor(size_t balls) { shape_.balls = balls; }

  /// Sets for what else the rows have cells: labels, and outcomes unless the answers have none.
  /// Called before Write().
  void SetLabels(size_t labels) { shape_.labels = labels; }
  void LeaveOutOutcomes() { shape_.outcomes = false; }

  /// The first `bytes` of the file are rows of an earlier run. Further rows follow them and replace
  /// the rest of the file. INVALID_ARGUMENT if it is shorter, or no file that can be cut.
  absl::Status GoOnAt(uint64_t bytes);

  /// How long the file is once all rows have left the program. DATA_LOSS as Flush().
  absl::StatusOr<uint64_t> FlushedBytes();

  /// Writes a row for each shot. DATA_LOSS if the file cannot be opened or written, INTERNAL for a
  /// shot with more balls than there is room for.
  absl::Status Write(const carom::v1::ShotResults& chunk);

  /// Makes sure that all rows have left the program. DATA_LOSS as above.
  absl::Status Flush();

 private:
  /// For rows like those of this chunk.
  absl::Status Open(const carom::v1::ShotResults& chunk);
  absl::Status CannotBeWritten() const;

  std::string format_;  // Empty: no rows.
  std::optional<std::string> path_;
  RowShape shape_;
  uint64_t kept_bytes_ = 0;  // Of the file, from an earlier run.
  std::ofstream file_;
  std::ostream* out_ = nullptr;
  std::unique_ptr<RowWriter> writer_;  // Null before the first results.
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_ROW_OUTPUT_H_
