#ifndef CAROM_CLIENT_CLI_REQUEST_FILE_H_
#define CAROM_CLIENT_CLI_REQUEST_FILE_H_

#include <google/protobuf/message.h>

#include <istream>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "server/command_line/flag_set.h"

namespace carom {

/// Reads a request from the file `path`, or from `in` if the path is "-": protobuf's binary form
/// where the name ends with .pb, else JSON as FromJson() takes it. INVALID_ARGUMENT names the file
/// and says what is wrong, also for more than 16 MiB and for fields that this program does not
/// know.
absl::Status ReadRequest(const std::string& path, std::istream& in,
                         google::protobuf::Message* request);

/// --request=FILE: a request in place of all flags that are declared before it.
class RequestFlag {
 public:
  /// Opens the section of input and output; flags that follow may stand beside it.
  void Declare(const google::protobuf::Descriptor& request, FlagSet* flags);

  bool given() const { return path_.has_value(); }

  /// Reads the request, as ReadRequest() does. INVALID_ARGUMENT also for a flag of `flags`, in
  /// which it was declared, that would be ignored in silence.
  absl::Status Read(const FlagSet& flags, std::istream& in,
                    google::protobuf::Message* request) const;

 private:
  std::optional<std::string> path_;
};

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_REQUEST_FILE_H_
