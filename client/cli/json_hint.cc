#include "client/cli/json_hint.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace carom {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;

// The message at a path such as "shots[0].strike"; null if the path leads elsewhere.
const Descriptor* Follow(const Descriptor& root, const std::string& path) {
  const Descriptor* message = &root;
  for (const absl::string_view part : absl::StrSplit(path, '.', absl::SkipEmpty())) {
    const std::string name(part.substr(0, part.find('[')));
    const auto* const field = message == nullptr ? nullptr : message->FindFieldByName(name);
    message = field == nullptr ? nullptr : field->message_type();
  }
  return message;
}

std::string Known(const std::vector<std::string>& names) {
  return absl::StrCat("; known: ", names.empty() ? "(none)" : absl::StrJoin(names, ", "));
}

std::string FieldNames(const Descriptor& message) {
  std::vector<std::string> names;
  for (int i = 0; i < message.field_count(); ++i) names.push_back(message.field(i)->name());
  return Known(names);
}

std::string ValueNames(const EnumDescriptor& type) {
  std::vector<std::string> names;
  for (int i = 0; i < type.value_count(); ++i) names.push_back(type.value(i)->name());
  return Known(names);
}

}  // namespace

// The parser says "(PATH) NAME: Cannot find field.", without PATH at the root, and "(PATH): invalid
// value "X" for type type.googleapis.com/TYPE".
std::string KnownNames(const Descriptor& root, const std::string& error) {
  constexpr char kTypePrefix[] = " for type type.googleapis.com/";
  if (absl::EndsWith(error, ": Cannot find field.")) {
    const size_t end = error.find(')');
    const bool has_path = error.front() == '(' && end != std::string::npos;
    const Descriptor* const message =
        Follow(root, has_path ? error.substr(1, end - 1) : std::string());
    return message == nullptr ? "" : FieldNames(*message);
  }
  const size_t type = error.rfind(kTypePrefix);
  if (type == std::string::npos) return "";
  const EnumDescriptor* const values =
      root.file()->pool()->FindEnumTypeByName(error.substr(type + sizeof(kTypePrefix) - 1));
  return values == nullptr ? "" : ValueNames(*values);
}

}  // namespace carom
