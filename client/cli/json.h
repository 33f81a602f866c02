#ifndef CAROM_CLIENT_CLI_JSON_H_
#define CAROM_CLIENT_CLI_JSON_H_

#include <google/protobuf/message.h>

#include <string>

#include "absl/status/status.h"

namespace carom {

/// The proto3 JSON of a message, indented, ending with a newline; fields are named as in the proto
/// (`speed_m_s`). Every double comes back with the same bits, but for -0, which comes back as 0
/// (the service makes no difference).
std::string ToJson(const google::protobuf::Message& message);

/// Reads proto3 JSON, fields in either spelling: `speed_m_s` or `speedMS`. A list may stand for a
/// message that has nothing but that list: `"shots": [{}]` for `"shots": {"shots": [{}]}`.
/// INVALID_ARGUMENT says what is wrong: nothing there, malformed or truncated text, or, with an
/// ErrorField(), an unknown field or value of an enum (with the known ones), or a value of the
/// wrong type.
absl::Status FromJson(const std::string& json, google::protobuf::Message* message);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_JSON_H_
