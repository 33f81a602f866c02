#ifndef CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_
#define CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_

#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace carom::testing {

inline std::filesystem::path ProtoFolder() {
  return std::filesystem::path(CAROM_TEST_DATA_DIR) / "../../proto/carom/v1";
}

/// The comment in `message` above the line with `declaration`, on one line; empty when there is
/// none.
inline std::string CommentAbove(const google::protobuf::Descriptor& message,
                                const std::string& declaration) {
  std::ifstream in(ProtoFolder() / std::filesystem::path(message.file()->name()).filename());
  const std::string opening = "message " + message.name() + " {";
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

inline std::string CommentOf(const google::protobuf::FieldDescriptor& field) {
  return CommentAbove(*field.containing_type(),
                      " " + field.name() + " = " + std::to_string(field.number()));
}

inline std::string CommentOf(const google::protobuf::OneofDescriptor& oneof) {
  return CommentAbove(*oneof.containing_type(), " oneof " + oneof.name() + " {");
}

/// What the comment says after its last "Default", to its end: "zero.", "hertz."; or nothing.
inline std::string DefaultIn(const std::string& comment) {
  constexpr char kMark[] = "Default";
  const size_t mark = comment.rfind(kMark);
  if (mark == std::string::npos) return "";
  const std::string rest = comment.substr(mark + sizeof(kMark) - 1);
  return std::string(absl::StripAsciiWhitespace(absl::StripPrefix(rest, ":")));
}

inline void ForEachField(const google::protobuf::Descriptor& type,
                         const std::function<void(const google::protobuf::FieldDescriptor&)>& see) {
  for (int f = 0; f < type.field_count(); ++f) see(*type.field(f));
  for (int t = 0; t < type.nested_type_count(); ++t) ForEachField(*type.nested_type(t), see);
}

/// Sees every field of every .proto file.
inline void ForEachField(const std::function<void(const google::protobuf::FieldDescriptor&)>& see) {
  for (const auto& entry : std::filesystem::directory_iterator(ProtoFolder())) {
    const std::string name = "carom/v1/" + entry.path().filename().string();
    const google::protobuf::FileDescriptor* const file =
        google::protobuf::DescriptorPool::generated_pool()->FindFileByName(name);
    ASSERT_NE(file, nullptr) << name;
    for (int m = 0; m < file->message_type_count(); ++m) {
      ForEachField(*file->message_type(m), [&](const google::protobuf::FieldDescriptor& field) {
        SCOPED_TRACE(field.full_name());
        see(field);
      });
    }
  }
}

}  // namespace carom::testing

#endif  // CAROM_TESTS_SERVER_CONVERT_WIRE_COMMENTS_H_
