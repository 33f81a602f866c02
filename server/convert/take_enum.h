#ifndef CAROM_SERVER_CONVERT_TAKE_ENUM_H_
#define CAROM_SERVER_CONVERT_TAKE_ENUM_H_

#include <initializer_list>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "server/convert/wire_names.h"

namespace carom {

/// Sets `choice` to the value that the table gives for the wire's number. UNSPECIFIED keeps what is
/// there. INVALID_ARGUMENT "path: 7 must be one of TYPE" for a number that this version does not
/// know.
template <typename WireEnum, typename CoreEnum>
absl::Status TakeEnum(std::string_view path, std::string_view type, WireEnum wire,
                      std::initializer_list<std::pair<WireEnum, CoreEnum>> table,
                      CoreEnum& choice) {
  if (wire == WireEnum{}) return absl::OkStatus();
  for (const auto& [number, meaning] : table) {
    if (number != wire) continue;
    choice = meaning;
    return absl::OkStatus();
  }
  return UnknownEnum(path, wire, type);
}

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_TAKE_ENUM_H_
