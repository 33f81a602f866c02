#include "client/cli/json.h"

#include <google/protobuf/util/json_util.h>

#include "absl/strings/str_cat.h"
#include "client/cli/json_hint.h"

namespace carom {

std::string ToJson(const google::protobuf::Message& message) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string json;
  // Fails only for messages with Any, which carom.v1 does not use.
  (void)google::protobuf::util::MessageToJsonString(message, &json, options);
  return json;
}

absl::Status FromJson(const std::string& json, google::protobuf::Message* message) {
  const std::string type = message->GetDescriptor()->name();
  if (json.find_first_not_of(" \t\r\n") == std::string::npos) {
    return absl::InvalidArgumentError(absl::StrCat("empty; expected JSON of the message ", type));
  }
  const auto status = google::protobuf::util::JsonStringToMessage(json, message);
  if (status.ok()) return absl::OkStatus();
  const std::string error(status.message());
  return absl::InvalidArgumentError(absl::StrCat("not JSON of the message ", type, ": ", error,
                                                 KnownNames(*message->GetDescriptor(), error)));
}

}  // namespace carom
