#ifndef CAROM_CLIENT_CLI_RESUME_FILE_H_
#define CAROM_CLIENT_CLI_RESUME_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "carom/client/options.h"
#include "carom/client/shot_range.h"
#include "carom/v1/simulation.pb.h"
#include "client/cli/record_log.h"

namespace carom {

/// What must be the same for a batch to go on.
struct ResumeKey {
  ShotRange shots;
  std::string request;     ///< Its fingerprint, hexadecimal, and the part of it if not the whole.
  std::string row_format;  ///< Empty: no rows.
  std::string rows_path;   ///< Of the file that the rows go to; empty: no rows.
};

/// The key of the batch of the shots of `request` in `part`.
ResumeKey MakeResumeKey(const carom::v1::SimulateBatchRequest& request, const ShotRange& part,
                        const std::string& row_format, const std::string& rows_path);

/// What of a batch is done.
struct ResumeState {
  BatchProgress progress;
  std::optional<carom::v1::ShotFailure> first_failure;
  uint64_t rows_bytes = 0;  ///< How long the file of rows is with the rows of done shots.
};

/// The file in which a batch records what is done, so that a later run plays only the rest.
///
/// It is a RecordLog. The first record describes the batch; each further one is the state after a
/// chunk, in some 50 bytes, of which the last counts. Not thread-safe.
class ResumeFile {
 public:
  /// Reads the file, if there is one. INVALID_ARGUMENT if it belongs to another batch; otherwise
  /// fails as RecordLog::Open() does.
  static absl::StatusOr<std::unique_ptr<ResumeFile>> Open(const std::string& path,
                                                          const ResumeKey& key);

  const ResumeState& state() const { return state_; }

  /// Which engine does the shots that follow. INVALID_ARGUMENT if another one did those before.
  absl::Status PinEngine(const std::string& version);

  /// Adds the state after a chunk, whose rows must have left the program. The first one makes the
  /// file. Fails as RecordLog::Append() does.
  absl::Status Append(const ResumeState& state);

 private:
  ResumeFile(std::string path, ResumeKey key) : path_(std::move(path)), key_(std::move(key)) {}

  absl::Status Read(const std::string& record);
  absl::Status ReadHeader(const std::string& record);
  absl::Status ReadState(const std::string& record);
  std::string Header() const;
  absl::Status Refuse(const std::string& why) const;

  const std::string path_;
  const ResumeKey key_;
  std::unique_ptr<RecordLog> log_;
  bool has_header_ = false;
  ResumeState state_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RESUME_FILE_H_
