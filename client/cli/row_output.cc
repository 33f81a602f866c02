#include "client/cli/row_output.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace carom {

absl::Status RowOutput::Configure(const std::optional<std::string>& format,
                                  const std::optional<std::string>& path,
                                  std::ostream* standard_out) {
  if (!format && !path) return absl::OkStatus();
  const bool is_jsonl = path && absl::EndsWith(*path, ".jsonl");
  const std::string name = format.value_or(is_jsonl ? "jsonl" : "csv");
  if (absl::Status status = CheckRowFormat(name); !status.ok()) return status;
  format_ = name;
  path_ = path;
  out_ = standard_out;
  return absl::OkStatus();
}

absl::Status RowOutput::GoOnAt(uint64_t bytes) {
  std::error_code error;
  if (std::filesystem::exists(*path_, error) && !std::filesystem::is_regular_file(*path_, error)) {
    return absl::InvalidArgumentError(
        absl::StrCat("--out: ", *path_, " must be a regular file, so that its end can be redone"));
  }
  const auto size = bytes == 0 ? 0 : std::filesystem::file_size(*path_, error);
  if (error || size < bytes) {
    return absl::InvalidArgumentError(absl::StrCat("--out: ", *path_, " lacks rows of the first ",
                                                   bytes, " bytes, which are done"));
  }
  kept_bytes_ = bytes;
  return absl::OkStatus();
}

absl::StatusOr<uint64_t> RowOutput::FlushedBytes() {
  if (absl::Status status = Flush(); !status.ok()) return status;
  return static_cast<uint64_t>(file_.tellp());
}

absl::Status RowOutput::Open(const carom::v1::ShotResults& chunk) {
  if (path_) {
    std::error_code error;
    if (kept_bytes_ > 0) std::filesystem::resize_file(*path_, kept_bytes_, error);
    file_.open(*path_, kept_bytes_ > 0 ? std::ios::app | std::ios::ate : std::ios::out);
    if (error) file_.setstate(std::ios::failbit);
    if (!file_) {
      return absl::DataLossError(
          absl::StrCat(*path_, ": cannot be written: ", std::strerror(errno)));
    }
    out_ = &file_;
  }
  const RowStart start = kept_bytes_ > 0 ? RowStart::kGoOn : RowStart::kFile;
  for (const carom::v1::InputColumn& input : chunk.inputs()) {
    shape_.inputs.push_back(input.quantity());
  }
  auto writer = MakeRowWriter(format_, *out_, shape_, start);
  if (!writer.ok()) return writer.status();
  writer_ = *std::move(writer);
  return absl::OkStatus();
}

absl::Status RowOutput::Write(const carom::v1::ShotResults& chunk) {
  if (!enabled()) return absl::OkStatus();
  const auto outcomes = ReadOutcomes(chunk);
  if (!outcomes.ok()) return outcomes.status();
  if (writer_ == nullptr) {
    if (absl::Status status = Open(chunk); !status.ok()) return status;
  }
  for (const ShotOutcome& outcome : *outcomes) {
    if (absl::Status status = writer_->Write(outcome); !status.ok()) return status;
  }
  return *out_ ? absl::OkStatus() : CannotBeWritten();
}

absl::Status RowOutput::Flush() {
  if (writer_ == nullptr || out_->flush()) return absl::OkStatus();
  return CannotBeWritten();
}

// Right after the write that failed, so that errno is its own.
absl::Status RowOutput::CannotBeWritten() const {
  return absl::DataLossError(absl::StrCat(path_.value_or("standard output"),
                                          ": rows cannot be written: ", std::strerror(errno)));
}

}  // namespace carom
