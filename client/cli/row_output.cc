#include "client/cli/row_output.h"

#include <utility>

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

absl::Status RowOutput::Open() {
  if (path_) {
    file_.open(*path_);
    if (!file_) return absl::UnavailableError(absl::StrCat(*path_, ": cannot be written"));
    out_ = &file_;
  }
  auto writer = MakeRowWriter(format_, *out_);
  if (!writer.ok()) return writer.status();
  writer_ = *std::move(writer);
  return absl::OkStatus();
}

absl::Status RowOutput::Write(const carom::v1::ShotResults& chunk) {
  if (!enabled()) return absl::OkStatus();
  const auto outcomes = ReadOutcomes(chunk);
  if (!outcomes.ok()) return outcomes.status();
  if (writer_ == nullptr) {
    if (absl::Status status = Open(); !status.ok()) return status;
  }
  for (const ShotOutcome& outcome : *outcomes) writer_->Write(outcome);
  return *out_ ? absl::OkStatus() : absl::DataLossError("rows cannot be written");
}

absl::Status RowOutput::Flush() {
  if (writer_ == nullptr || out_->flush()) return absl::OkStatus();
  return absl::DataLossError("rows cannot be written");
}

}  // namespace carom
