#ifndef CAROM_SERVER_SECURITY_WATCHED_FILES_H_
#define CAROM_SERVER_SECURITY_WATCHED_FILES_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace carom {

/// Files that belong together, may be replaced at any time, and are used anew when they are. What
/// cannot be used leaves the last good texts in use.
///
/// A change counts once two looks have seen the same texts: a file that is being written, or a
/// certificate whose key comes a moment later, is not taken for the new state.
class WatchedFiles {
 public:
  struct File {
    std::string flag;  ///< "--tls-cert"; begins errors.
    std::string path;
  };
  /// Takes the texts into use, in the order of the files, or says why it does not.
  using Use = std::function<absl::Status(const std::vector<std::string>& texts)>;

  WatchedFiles(std::vector<File> files, Use use);

  /// Reads and uses the files for the first time. INVALID_ARGUMENT names the flag and the path of
  /// a file that cannot be read.
  absl::Status Load();

  /// The flags, for the log.
  std::string Names() const;

  /// Looks again. None: nothing new. OK: the new texts are in use. Otherwise why they are not, once
  /// for each change. Unfit texts are tried again at every look.
  std::optional<absl::Status> Look();

 private:
  struct Sight {
    absl::Status status;  // Of reading.
    std::vector<std::string> texts;
    bool operator==(const Sight&) const = default;
  };

  Sight Read() const;
  absl::Status Judge();

  const std::vector<File> files_;
  const Use use_;
  Sight seen_;
  Sight judged_;  // Was used, or found unfit.
  bool fit_ = false;
};

}  // namespace carom

#endif  // CAROM_SERVER_SECURITY_WATCHED_FILES_H_
