#ifndef CAROM_CLIENT_CLI_BATCH_SINK_H_
#define CAROM_CLIENT_CLI_BATCH_SINK_H_

#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "carom/client/client.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/resume_file.h"
#include "client/cli/row_output.h"

namespace carom {

/// Where a batch goes, in the order of its shots: each chunk to the rows, and then what is done to
/// the resume file, so that every shot that the file calls done has its row. Not thread-safe.
class BatchSink {
 public:
  /// For the chunks of `request`, which must outlive this: of its shots in `part`.
  BatchSink(const carom::v1::SimulateBatchRequest& request, const ShotRange& part);

  /// Rows as RowOutput::Configure().
  absl::Status ConfigureRows(const std::optional<std::string>& format,
                             const std::optional<std::string>& path, std::ostream* standard_out);

  /// Goes on where the file `path` says, and keeps it. After ConfigureRows(). INVALID_ARGUMENT for
  /// rows that go to standard output; otherwise as ResumeFile::Open() and RowOutput::GoOnAt().
  absl::Status ResumeFrom(const std::string& path);

  /// Lets only one engine do the shots of a resume file, over all its runs: the one that did the
  /// first ones, or the one that the request names or that answers now. INVALID_ARGUMENT if these
  /// differ.
  absl::Status PinEngine(const Client& client, const CallOptions& call, BatchOptions* options);

  /// Asks the service how many balls the rows need room for, if there are any that do.
  absl::Status CountBalls(const Client& client, const CallOptions& call);

  /// Sets what is done and in which order the rest is to come.
  void Apply(BatchOptions* options) const;

  absl::Status Take(const carom::v1::ShotResults& chunk);
  /// After each chunk.
  absl::Status Note(const BatchProgress& progress);

  /// Makes sure that all rows have left the program.
  absl::Status Flush() { return rows_.Flush(); }

  /// What is done, by earlier runs too.
  const BatchProgress& progress() const { return state_.progress; }

  /// How many shots are not done.
  uint64_t missing() const { return part_.count - state_.progress.shots; }

  /// The status of the failed shot with the lowest number; OK if none failed.
  absl::Status FirstFailure() const;

  /// What the user of a batch that broke off reads.
  std::string HowToGoOn() const;

  bool rows_go_to_standard_out() const { return rows_.enabled() && !rows_.path(); }

  /// Whether there is a resume file.
  bool keeps_state() const { return resume_ != nullptr; }

 private:
  const carom::v1::SimulateBatchRequest& request_;
  const ShotRange part_;
  RowOutput rows_;
  ResumeState state_;
  std::string resume_path_;
  std::unique_ptr<ResumeFile> resume_;  // None: nothing is kept.
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_BATCH_SINK_H_
