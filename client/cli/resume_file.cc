#include "client/cli/resume_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <cstring>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "core/base/hash.h"

namespace carom {
namespace {

constexpr char kFormat[] = "carom batch 2";

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

// The words of a state, before the message of its first failure.
enum StateWord {
  kRowsBytes,
  kShots,
  kReceived,
  kFailures,
  kEvents,
  kHash,
  kFailureShot,
  kFailureCode,
  kFailureMessage,
  kWords
};

}  // namespace

ResumeKey MakeResumeKey(const carom::v1::SimulateBatchRequest& request, const ShotRange& part,
                        const std::string& row_format, const std::string& rows_path) {
  std::string fingerprint = Fingerprint(request);
  if (part != AllShots(request)) absl::StrAppend(&fingerprint, "+", part.first, "+", part.count);
  return {part, fingerprint, row_format, rows_path};
}

absl::StatusOr<std::unique_ptr<ResumeFile>> ResumeFile::Open(const std::string& path,
                                                             const ResumeKey& key) {
  std::unique_ptr<ResumeFile> file(new ResumeFile(path, key));
  auto log = RecordLog::Open(path, [&](const std::string& record) { return file->Read(record); });
  if (!log.ok()) return log.status();
  file->log_ = *std::move(log);
  return file;
}

absl::Status ResumeFile::Read(const std::string& record) {
  if (has_header_) return ReadState(record);
  has_header_ = true;
  return ReadHeader(record);
}

absl::Status ResumeFile::ReadHeader(const std::string& record) {
  const std::vector<std::string> lines = absl::StrSplit(record, absl::MaxSplits('\n', kLines - 1));
  if (lines.size() != kLines || lines[kFormatLine] != kFormat) {
    return Refuse("is not kept by a batch of this version");
  }
  state_.progress.engine_version = lines[kEngineLine];
  if (lines[kRequestLine] != key_.request) return Refuse("belongs to another request");
  if (lines[kRowFormatLine] == key_.row_format && lines[kRowsPathLine] == key_.rows_path) {
    return absl::OkStatus();
  }
  if (lines[kRowFormatLine].empty()) return Refuse("belongs to a batch without rows");
  return Refuse(absl::StrCat("belongs to a batch whose rows go to ", lines[kRowsPathLine], " as ",
                             lines[kRowFormatLine]));
}

absl::Status ResumeFile::ReadState(const std::string& record) {
  const std::vector<std::string> words = absl::StrSplit(record, absl::MaxSplits(' ', kWords - 1));
  BatchProgress& done = state_.progress;
  const uint64_t before = done.shots;
  uint64_t shot = 0;
  int32_t code = 0;
  const auto read = [&](StateWord word, auto* value) {
    return absl::SimpleAtoi(words[word], value);
  };
  const bool whole = words.size() == kWords && read(kRowsBytes, &state_.rows_bytes) &&
                     read(kShots, &done.shots) && read(kReceived, &done.received) &&
                     read(kFailures, &done.failed) && read(kEvents, &done.events) &&
                     read(kHash, &done.hash) && read(kFailureShot, &shot) &&
                     read(kFailureCode, &code);
  if (!whole || done.shots <= before || done.shots > key_.shots.count) {
    return absl::DataLossError(absl::StrCat(path_, ": damaged"));
  }
  if (code == 0) return absl::OkStatus();
  state_.first_failure.emplace().set_shot(shot);
  state_.first_failure->set_code(static_cast<google::rpc::Code>(code));
  state_.first_failure->set_message(words[kFailureMessage]);
  return absl::OkStatus();
}

absl::Status ResumeFile::PinEngine(const std::string& version) {
  std::string& known = state_.progress.engine_version;
  if (known.empty()) known = version;
  if (known == version) return absl::OkStatus();
  return Refuse(absl::StrCat("its shots are of engine ", known, ", not ", version,
                             ", and may differ by bits"));
}

std::string ResumeFile::Header() const {
  return absl::StrCat(kFormat, "\n", key_.request, "\n", state_.progress.engine_version, "\n",
                      key_.row_format, "\n", key_.rows_path);
}

absl::Status ResumeFile::Append(const ResumeState& state) {
  if (!has_header_) {
    if (absl::Status status = log_->Append(Header()); !status.ok()) return status;
    has_header_ = true;
  }
  const BatchProgress& done = state.progress;
  const carom::v1::ShotFailure failure = state.first_failure.value_or(carom::v1::ShotFailure());
  return log_->Append(
      absl::StrJoin(std::make_tuple(state.rows_bytes, done.shots, done.received, done.failed,
                                    done.events, done.hash, failure.shot(),
                                    static_cast<int>(failure.code()), failure.message()),
                    " "));
}

absl::Status ResumeFile::Refuse(const std::string& why) const {
  return absl::InvalidArgumentError(
      absl::StrCat("--resume-from: ", path_, ": ", why, "; delete it to do all shots anew"));
}

}  // namespace carom
