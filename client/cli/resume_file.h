#ifndef CAROM_CLIENT_CLI_RESUME_FILE_H_
#define CAROM_CLIENT_CLI_RESUME_FILE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
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

/// The file in which a batch records the shots that are done, so that a later run plays only the
/// missing ones.
///
/// It is a RecordLog. The first record describes the batch. Each further record describes a chunk:
/// the length of the file of rows after it (u64) and the chunk's ShotResults, reduced to shots,
/// hashes, event counts (with a filter their sum) and failures, of which only the first has a
/// message. This takes about 10 bytes for each shot received. In memory only ranges of shots are
/// kept. Not thread-safe.
class ResumeFile {
 public:
  /// Takes a chunk that an earlier run has done.
  using DoneCallback = std::function<void(const carom::v1::ShotResults&)>;

  /// Reads the file, if there is one. INVALID_ARGUMENT if it belongs to another batch; otherwise
  /// fails as RecordLog::Open() does.
  static absl::StatusOr<std::unique_ptr<ResumeFile>> Open(const std::string& path,
                                                          const ResumeKey& key,
                                                          const DoneCallback& on_done);

  /// Shots that are done, fit for BatchOptions.done.
  std::vector<ShotRange> done() const { return Complement(key_.shots, missing_.gaps()); }

  /// How long the file of rows is with the rows of done shots; bytes.
  uint64_t rows_bytes() const { return rows_bytes_; }

  /// Which engine did the shots; empty: none yet.
  const std::string& engine_version() const { return engine_version_; }

  /// Which engine does the shots that follow. INVALID_ARGUMENT if another one did those before.
  absl::Status PinEngine(const std::string& version);

  /// Adds a chunk, whose rows must have left the program. The first one makes the file. Fails as
  /// RecordLog::Append() does.
  absl::Status Append(const carom::v1::ShotResults& chunk, uint64_t rows_bytes);

 private:
  ResumeFile(std::string path, ResumeKey key)
      : path_(std::move(path)), key_(std::move(key)), missing_(key_.shots) {}

  absl::Status Read(const std::string& record, const DoneCallback& on_done);
  absl::Status ReadHeader(const std::string& record);
  absl::Status ReadChunk(const std::string& record, const DoneCallback& on_done);
  std::string Header() const;
  absl::Status Refuse(const std::string& why) const;

  const std::string path_;
  const ResumeKey key_;
  std::unique_ptr<RecordLog> log_;
  bool has_header_ = false;
  MissingShots missing_;
  uint64_t rows_bytes_ = 0;
  std::string engine_version_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RESUME_FILE_H_
