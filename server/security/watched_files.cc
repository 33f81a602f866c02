#include "server/security/watched_files.h"

#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "server/command_line/input_file.h"

namespace carom {

WatchedFiles::WatchedFiles(std::vector<File> files, Use use)
    : files_(std::move(files)), use_(std::move(use)) {}

WatchedFiles::Sight WatchedFiles::Read() const {
  Sight sight;
  for (const File& file : files_) {
    absl::StatusOr<std::string> text = ReadFile(file.path, kMostTextBytes);
    if (!text.ok()) {
      return {absl::InvalidArgumentError(absl::StrCat(file.flag, ": ", file.path, ": ",
                                                      std::string(text.status().message()))),
              {}};
    }
    sight.texts.push_back(*std::move(text));
  }
  return sight;
}

absl::Status WatchedFiles::Judge() {
  judged_ = seen_;
  const absl::Status status = seen_.status.ok() ? use_(seen_.texts) : seen_.status;
  fit_ = status.ok();
  return status;
}

absl::Status WatchedFiles::Load() {
  seen_ = Read();
  return Judge();
}

std::string WatchedFiles::Names() const {
  std::string names;
  for (const File& file : files_) absl::StrAppend(&names, names.empty() ? "" : " ", file.flag);
  return names;
}

std::optional<absl::Status> WatchedFiles::Look() {
  Sight now = Read();
  const bool settled = now == seen_;
  seen_ = std::move(now);
  if (!settled) return std::nullopt;
  const bool judged = seen_ == judged_;
  if (judged && fit_) return std::nullopt;
  absl::Status status = Judge();  // Time alone makes a certificate of tomorrow fit.
  if (judged && !status.ok()) return std::nullopt;
  return status;
}

}  // namespace carom
