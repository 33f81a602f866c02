#include "client/cli/record_log.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash.h"

namespace carom {
namespace {

static_assert(std::endian::native == std::endian::little, "records are little-endian");

constexpr char kMagic[] = "carom records 1\n";
constexpr uint64_t kMagicBytes = sizeof(kMagic) - 1;
constexpr uint64_t kWordBytes = sizeof(uint64_t);
constexpr uint64_t kHeadBytes = 2 * kWordBytes;  // The size and its checksum.

uint64_t WordAt(const std::string& bytes, uint64_t offset) {
  uint64_t word = 0;
  const uint64_t available = std::min(kWordBytes, bytes.size() - offset);
  std::memcpy(&word, bytes.data() + offset, available);
  return word;
}

void AppendWord(uint64_t word, std::string* bytes) {
  bytes->append(reinterpret_cast<const char*>(&word), kWordBytes);
}

// The fold of shot hashes (carom/v1/result.proto) over the words of `bytes`.
uint64_t Checksum(uint64_t chain, const std::string& bytes) {
  BitHash fold;
  fold.Add(chain);
  fold.Add(bytes.size());
  for (uint64_t at = 0; at < bytes.size(); at += kWordBytes) fold.Add(WordAt(bytes, at));
  return fold.Value();
}

std::string Head(uint64_t size, uint64_t chain) {
  std::string head;
  AppendWord(size, &head);
  AppendWord(Checksum(chain, head), &head);
  return head;
}

}  // namespace

absl::StatusOr<std::unique_ptr<RecordLog>> RecordLog::Open(const std::string& path,
                                                           const Reader& reader) {
  std::unique_ptr<RecordLog> log(new RecordLog(path));
  absl::Status status = log->OpenExisting();
  if (status.ok()) status = log->ReadRecords(reader);
  if (!status.ok()) return status;
  return log;
}

RecordLog::~RecordLog() {
  if (file_ >= 0) close(file_);
}

absl::Status RecordLog::OpenExisting() {
  // A pipe without a writer would hold a blocking open for ever.
  file_ = open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (file_ < 0 && errno == ENOENT) return absl::OkStatus();
  if (file_ < 0) return Lost(std::strerror(errno));
  struct stat about = {};
  if (fstat(file_, &about) != 0) return Lost(std::strerror(errno));
  if (!S_ISREG(about.st_mode)) {
    return absl::InvalidArgumentError(absl::StrCat(path_, ": must be a regular file"));
  }
  size_ = static_cast<uint64_t>(about.st_size);
  return Lock();
}

absl::Status RecordLog::Create() {
  file_ = open(path_.c_str(), O_RDWR | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
  return file_ >= 0 ? Lock() : Lost(std::strerror(errno));
}

absl::Status RecordLog::Lock() {
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return absl::OkStatus();
  if (errno != EWOULDBLOCK) return Lost(std::strerror(errno));
  return absl::UnavailableError(absl::StrCat(path_, ": another run holds it"));
}

absl::Status RecordLog::ReadRecords(const Reader& reader) {
  std::string magic;
  if (!ReadAt(0, std::min(size_, kMagicBytes), &magic)) return Lost("cannot be read");
  if (!absl::StartsWith(kMagic, magic)) {
    return absl::InvalidArgumentError(
        absl::StrCat(path_, ": is another kind of file, which is left alone"));
  }
  if (size_ < kMagicBytes) return absl::OkStatus();  // A broken write of its very first bytes.
  end_ = kMagicBytes;
  std::string record;
  while (end_ < size_) {
    const absl::StatusOr<bool> whole = ReadRecord(&record);
    if (!whole.ok()) return whole.status();
    if (!*whole) break;
    if (absl::Status status = reader(record); !status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::StatusOr<bool> RecordLog::ReadRecord(std::string* record) {
  const uint64_t rest = size_ - end_;
  std::string head;
  if (rest < kHeadBytes) return false;
  if (!ReadAt(end_, kHeadBytes, &head)) return Lost("cannot be read");
  const uint64_t bytes = WordAt(head, 0);
  if (head != Head(bytes, chain_)) {
    if (OnlyZerosFrom(end_)) return false;
    return DamagedAt(end_);
  }
  if (bytes > rest - kHeadBytes || rest - kHeadBytes - bytes < kWordBytes) return false;
  std::string tail;
  if (!ReadAt(end_ + kHeadBytes, bytes, record) ||
      !ReadAt(end_ + kHeadBytes + bytes, kWordBytes, &tail)) {
    return Lost("cannot be read");
  }
  const uint64_t next = end_ + kHeadBytes + bytes + kWordBytes;
  const uint64_t chain = Checksum(WordAt(head, kWordBytes), *record);
  if (WordAt(tail, 0) != chain) {
    if (OnlyZerosFrom(next)) return false;  // The last one.
    return DamagedAt(end_);
  }
  end_ = next;
  chain_ = chain;
  return true;
}

bool RecordLog::ReadAt(uint64_t offset, uint64_t size, std::string* bytes) const {
  bytes->resize(size);
  for (uint64_t done = 0; done < size;) {
    const ssize_t got =
        pread(file_, bytes->data() + done, size - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += static_cast<uint64_t>(got);
  }
  return true;
}

bool RecordLog::OnlyZerosFrom(uint64_t offset) const {
  constexpr uint64_t kBlockBytes = 1 << 16;
  std::string block;
  for (uint64_t at = offset; at < size_; at += kBlockBytes) {
    if (!ReadAt(at, std::min(kBlockBytes, size_ - at), &block)) return false;
    if (block.find_first_not_of('\0') != std::string::npos) return false;
  }
  return true;
}

absl::Status RecordLog::Append(const std::string& record) {
  if (file_ < 0) {
    if (absl::Status status = Create(); !status.ok()) return status;
  }
  std::string bytes = end_ == 0 ? kMagic : "";
  bytes += Head(record.size(), chain_);
  const uint64_t chain = Checksum(WordAt(bytes, bytes.size() - kWordBytes), record);
  bytes += record;
  AppendWord(chain, &bytes);
  bool written = ftruncate(file_, static_cast<off_t>(end_)) == 0;
  for (uint64_t done = 0; written && done < bytes.size();) {
    const ssize_t put =
        pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (put < 0 && errno == EINTR) continue;
    written = put > 0;
    if (written) done += static_cast<uint64_t>(put);
  }
  if (!written) {
    return Lost(absl::StrCat("cannot be written: ", std::strerror(errno)));
  }
  end_ += bytes.size();
  chain_ = chain;
  return absl::OkStatus();
}

absl::Status RecordLog::Lost(const std::string& what) const {
  return absl::DataLossError(absl::StrCat(path_, ": ", what));
}

absl::Status RecordLog::DamagedAt(uint64_t offset) const {
  return Lost(absl::StrCat("damaged at byte ", offset));
}

}  // namespace carom
