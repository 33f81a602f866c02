#ifndef CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_
#define CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_

#include <google/protobuf/descriptor.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "absl/strings/match.h"

namespace carom::testing {

inline std::filesystem::path ProtoFolder() {
  return std::filesystem::path(CAROM_TEST_DATA_DIR) / "../../proto/carom/v1";
}

/// The comment above `field`, on one line; empty when there is none.
inline std::string CommentOf(const google::protobuf::FieldDescriptor& field) {
  std::ifstream in(ProtoFolder() / std::filesystem::path(field.file()->name()).filename());
  const std::string opening = "message " + field.containing_type()->name() + " {";
  const std::string declaration = " " + field.name() + " = " + std::to_string(field.number());
  bool in_message = false;
  std::string comment;
  for (std::string line; std::getline(in, line);) {
    in_message = in_message || absl::EndsWith(line, opening);
    if (!in_message) continue;
    const size_t text = line.find("// ");
    if (text != std::string::npos) {
      comment += line.substr(text + 3) + " ";
    } else if (absl::StrContains(line, declaration)) {
      return comment;
    } else {
      comment.clear();
    }
  }
  return "";
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_
