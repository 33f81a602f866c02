#include "client/cli/words.h"

#include <google/protobuf/descriptor.h>

#include <algorithm>
#include <cctype>

namespace carom {
namespace {

// The value's name without the prefix that all values of the enum share, in lower case.
std::string ValueWords(const google::protobuf::EnumDescriptor* type, int number,
                       const std::string& prefix) {
  const auto* value = type->FindValueByNumber(number);
  if (value == nullptr) return std::to_string(number);
  std::string words = value->name().substr(prefix.size());
  std::transform(words.begin(), words.end(), words.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return Words(words);
}

}  // namespace

std::string Words(carom::v1::MotionState motion) {
  return ValueWords(carom::v1::MotionState_descriptor(), motion, "MOTION_STATE_");
}

std::string Words(carom::v1::StopReason reason) {
  return ValueWords(carom::v1::StopReason_descriptor(), reason, "STOP_REASON_");
}

std::string Words(carom::v1::EventKind kind) {
  return ValueWords(carom::v1::EventKind_descriptor(), kind, "EVENT_KIND_");
}

std::string Words(carom::v1::Quantity quantity) {
  return ValueWords(carom::v1::Quantity_descriptor(), quantity, "QUANTITY_");
}

std::string Words(carom::v1::DerivativeEnd end) {
  return ValueWords(carom::v1::DerivativeEnd_descriptor(), end, "DERIVATIVE_END_");
}

std::string Words(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string Token(std::string words) {
  std::replace(words.begin(), words.end(), ' ', '_');
  return words;
}

}  // namespace carom
