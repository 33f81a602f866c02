#include "client/cli/resume_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "core/base/hash.h"

namespace carom {
namespace {

using carom::v1::ShotResults;

constexpr char kFormat[] = "carom batch 1";

// The lines of the first record. The path comes last, since it may hold any character.
enum HeaderLine { kFormatLine, kRequestLine, kEngineLine, kRowFormatLine, kRowsPathLine, kLines };

// The same for the same request in every process of one version.
std::string Fingerprint(const carom::v1::SimulateBatchRequest& request) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream out(&bytes);
    google::protobuf::io::CodedOutputStream coded(&out);
    coded.SetSerializationDeterministic(true);
    request.SerializeToCodedStream(&coded);
  }
  BitHash fold;
  fold.Add(bytes.size());
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof(word), bytes.size() - at));
    fold.Add(word);
  }
  return absl::StrFormat("%016x", fold.Value());
}

// The part of a chunk that a later run needs.
ShotResults Reduced(const ShotResults& chunk) {
  ShotResults reduced;
  reduced.set_first_shot(chunk.first_shot());
  reduced.set_shot_count(chunk.shot_count());
  *reduced.mutable_hashes() = chunk.hashes();
  if (chunk.has_selection()) {
    // The rows say which shots these are.
    *reduced.mutable_selection() = chunk.selection();
    reduced.mutable_selection()->clear_offsets();
  } else {
    *reduced.mutable_event_counts() = chunk.event_counts();
  }
  for (const carom::v1::ShotFailure& failure : chunk.failures()) {
    carom::v1::ShotFailure* const kept = reduced.add_failures();
    kept->set_shot(failure.shot());
    kept->set_code(failure.code());
    if (reduced.failures_size() == 1) kept->set_message(failure.message());
  }
  return reduced;
}

}  // namespace

ResumeKey MakeResumeKey(const carom::v1::SimulateBatchRequest& request, const ShotRange& part,
                        const std::string& row_format, const std::string& rows_path) {
  std::string fingerprint = Fingerprint(request);
  if (part != AllShots(request)) absl::StrAppend(&fingerprint, "+", part.first, "+", part.count);
  return {part, fingerprint, row_format, rows_path};
}

absl::StatusOr<std::unique_ptr<ResumeFile>> ResumeFile::Open(const std::string& path,
                                                             const ResumeKey& key,
                                                             const DoneCallback& on_done) {
  std::unique_ptr<ResumeFile> file(new ResumeFile(path, key));
  auto log =
      RecordLog::Open(path, [&](const std::string& record) { return file->Read(record, on_done); });
  if (!log.ok()) return log.status();
  file->log_ = *std::move(log);
  return file;
}

absl::Status ResumeFile::Read(const std::string& record, const DoneCallback& on_done) {
  if (has_header_) return ReadChunk(record, on_done);
  has_header_ = true;
  return ReadHeader(record);
}

absl::Status ResumeFile::ReadHeader(const std::string& record) {
  const std::vector<std::string> lines = absl::StrSplit(record, absl::MaxSplits('\n', kLines - 1));
  if (lines.size() != kLines || lines[kFormatLine] != kFormat) {
    return Refuse("is not kept by a batch of this version");
  }
  engine_version_ = lines[kEngineLine];
  if (lines[kRequestLine] != key_.request) return Refuse("belongs to another request");
  if (lines[kRowFormatLine] == key_.row_format && lines[kRowsPathLine] == key_.rows_path) {
    return absl::OkStatus();
  }
  if (lines[kRowFormatLine].empty()) return Refuse("belongs to a batch without rows");
  return Refuse(absl::StrCat("belongs to a batch whose rows go to ", lines[kRowsPathLine], " as ",
                             lines[kRowFormatLine]));
}

absl::Status ResumeFile::ReadChunk(const std::string& record, const DoneCallback& on_done) {
  ShotResults chunk;
  const absl::Status damaged = absl::DataLossError(absl::StrCat(path_, ": damaged"));
  if (record.size() < sizeof(rows_bytes_)) return damaged;
  std::memcpy(&rows_bytes_, record.data(), sizeof(rows_bytes_));
  if (!chunk.ParseFromString(record.substr(sizeof(rows_bytes_)))) return damaged;
  if (!missing_.Remove(CoveredShots(chunk)).ok()) return damaged;
  on_done(chunk);
  return absl::OkStatus();
}

absl::Status ResumeFile::PinEngine(const std::string& version) {
  if (engine_version_.empty()) engine_version_ = version;
  if (engine_version_ == version) return absl::OkStatus();
  return Refuse(absl::StrCat("its shots are of engine ", engine_version_, ", not ", version,
                             ", and may differ by bits"));
}

std::string ResumeFile::Header() const {
  return absl::StrCat(kFormat, "\n", key_.request, "\n", engine_version_, "\n", key_.row_format,
                      "\n", key_.rows_path);
}

absl::Status ResumeFile::Append(const ShotResults& chunk, uint64_t rows_bytes) {
  if (!has_header_) {
    if (absl::Status status = log_->Append(Header()); !status.ok()) return status;
    has_header_ = true;
  }
  std::string record(reinterpret_cast<const char*>(&rows_bytes), sizeof(rows_bytes));
  Reduced(chunk).AppendToString(&record);
  return log_->Append(record);
}

absl::Status ResumeFile::Refuse(const std::string& why) const {
  return absl::InvalidArgumentError(
      absl::StrCat("--resume-from: ", path_, ": ", why, "; delete it to do all shots anew"));
}

}  // namespace carom
