#ifndef CAROM_CLIENT_CLI_REQUEST_FILE_H_
#define CAROM_CLIENT_CLI_REQUEST_FILE_H_

#include <google/protobuf/message.h>

#include <istream>
#include <string>

#include "absl/status/status.h"

namespace carom {

/// Reads a request from the file `path`, or from `in` if the path is "-": protobuf's binary form
/// where the name ends with .pb, else JSON as FromJson() takes it. INVALID_ARGUMENT names the file
/// and says what is wrong, also for more than 16 MiB and for fields that this program does not
/// know.
absl::Status ReadRequest(const std::string& path, std::istream& in,
                         google::protobuf::Message* request);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_REQUEST_FILE_H_
