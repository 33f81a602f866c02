#include "server/convert/wire_names.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <cstddef>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/base/demand.h"
#include "core/base/field_error.h"

namespace carom {

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 64;
  const std::string shown(text.substr(0, kShown));
  return absl::StrCat("\"", absl::CHexEscape(shown), text.size() > kShown ? "...\"" : "\"");
}

absl::Status UnknownName(std::string_view path, std::string_view name,
                         const std::vector<std::string>& known) {
  return InvalidField(path, Quoted(name), absl::StrCat("one of ", absl::StrJoin(known, ", ")));
}

absl::Status Required(std::string_view path, std::string_view must_be) {
  return InvalidField(path, std::string("absent"), must_be);
}

absl::Status RequiredArm(std::string_view path, const google::protobuf::Descriptor& message,
                         const std::string& oneof) {
  const auto* const choice = message.FindOneofByName(oneof);
  CAROM_DEMAND(choice != nullptr, "the message has no such oneof");
  std::vector<std::string> arms;
  for (int i = 0; i < choice->field_count(); ++i) arms.push_back(choice->field(i)->name());
  return Required(path, absl::StrCat("one of ", absl::StrJoin(arms, ", ")));
}

absl::Status CheckName(std::string_view path, std::string_view name) {
  if (name.size() <= kMaxNameBytes) return absl::OkStatus();
  return InvalidField(path, Quoted(name), absl::StrCat("at most ", kMaxNameBytes, " bytes"));
}

absl::Status UnknownEnum(std::string_view path, int value, std::string_view type) {
  return InvalidField(path, value, "one of " + std::string(type));
}

absl::Status BeyondLimits(std::string_view path, std::string_view value, bool given,
                          std::string_view range) {
  const std::string told = std::string(value) + (given ? "" : " (the default)");
  return InvalidField(path, told, "in " + std::string(range) + " by the limits of this service");
}

int ToIndex(uint32_t index) {
  constexpr uint32_t kLargest = std::numeric_limits<int>::max();
  return static_cast<int>(std::min(index, kLargest));
}

absl::Status InWireCase(const absl::Status& status) {
  if (status.ok()) return status;
  std::string message(status.message());
  const size_t end = std::min(message.find(':'), message.size());
  std::transform(message.begin(), message.begin() + static_cast<std::ptrdiff_t>(end),
                 message.begin(), absl::ascii_tolower);
  return absl::Status(status.code(), message);
}

}  // namespace carom
