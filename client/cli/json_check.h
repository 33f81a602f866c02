#ifndef CAROM_CLIENT_CLI_JSON_CHECK_H_
#define CAROM_CLIENT_CLI_JSON_CHECK_H_

#include <google/protobuf/descriptor.h>

#include <string>

#include "absl/status/status.h"

namespace carom {

/// Whether CheckJson() finds anything. Under TSan protobuf's maps have a member more, of which
/// Debian's library knows nothing: those of google.protobuf.Struct cannot be read.
#if defined(__SANITIZE_THREAD__)
inline constexpr bool kJsonIsChecked = false;
#else
inline constexpr bool kJsonIsChecked = true;
#endif

/// Why protobuf refuses this JSON of a message, where a field is at fault: one that the message
/// does not have, a value that its enum does not have, or a value of another type; INVALID_ARGUMENT
/// with an ErrorField() that names what is known. OK where it finds none, as in text that is no
/// JSON.
absl::Status CheckJson(const std::string& json, const google::protobuf::Descriptor& type);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_JSON_CHECK_H_
