#ifndef CAROM_CLIENT_CLI_RECORD_LOG_H_
#define CAROM_CLIENT_CLI_RECORD_LOG_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace carom {

/// A file of records that is only ever appended to, so that a program that is killed, or whose disk
/// is full, loses no more than the record it was writing.
///
/// The file is kMagic, then for each record
///
///   u64 size | u64 checksum of size | the record | u64 checksum of the record
///
/// little-endian. Each checksum also covers the one before it, so that a record which is missing in
/// the middle is noticed as well. One process at a time may hold the file. Not thread-safe.
class RecordLog {
 public:
  /// Takes one record. A status other than OK ends Open() with that status.
  using Reader = std::function<absl::Status(const std::string& record)>;

  /// Hands the records of the file `path` to `reader`, in order; none if there is no such file.
  ///
  /// The remains of a broken write at the end count as not written: an incomplete record, a last
  /// record with a wrong checksum, or zeros (which a file system may leave after a loss of power).
  /// INVALID_ARGUMENT if the file is something else, DATA_LOSS if it is damaged elsewhere or cannot
  /// be read, UNAVAILABLE if another process holds it. Never changes the file.
  static absl::StatusOr<std::unique_ptr<RecordLog>> Open(const std::string& path,
                                                         const Reader& reader);

  ~RecordLog();
  RecordLog(const RecordLog&) = delete;
  RecordLog& operator=(const RecordLog&) = delete;

  /// Adds a record, by one write. The first one makes the file where there is none, and cuts off
  /// what a broken write left. DATA_LOSS if the file cannot be made or written; no
  /// further record may follow then.
  absl::Status Append(const std::string& record);

 private:
  explicit RecordLog(std::string path) : path_(std::move(path)) {}

  absl::Status OpenExisting();
  absl::Status Create();
  absl::Status Lock();
  absl::Status ReadRecords(const Reader& reader);
  // Reads the record at end_. OK and false at a broken write.
  absl::StatusOr<bool> ReadRecord(std::string* record);
  bool ReadAt(uint64_t offset, uint64_t size, std::string* bytes) const;
  bool OnlyZerosFrom(uint64_t offset) const;

  absl::Status Lost(const std::string& what) const;
  absl::Status DamagedAt(uint64_t offset) const;

  const std::string path_;
  int file_ = -1;       // None: the file is not there yet.
  uint64_t size_ = 0;   // Of the file when it was opened.
  uint64_t end_ = 0;    // Of the last whole record.
  uint64_t chain_ = 0;  // The last checksum.
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_RECORD_LOG_H_
