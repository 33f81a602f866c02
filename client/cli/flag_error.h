#ifndef CAROM_CLIENT_CLI_FLAG_ERROR_H_
#define CAROM_CLIENT_CLI_FLAG_ERROR_H_

#include <span>
#include <string_view>

#include "absl/status/status.h"

namespace carom {

/// The flag that sets a field of a request, and all fields below it.
struct FlagOfField {
  std::string_view path;  ///< Indices left out, as in "layouts.rack".
  std::string_view flag;  ///< Without its dashes.
};

/// The error of a request that flags made, in the words of who typed them. Its path becomes the
/// first flag that sets it: "max_shots: 10 must be ..." becomes "--budget: 10 must be ...". Of a
/// ball of --ball it says which, and games have the words of --rules. An error at another field
/// stays as it is.
absl::Status InFlags(const absl::Status& error, std::span<const FlagOfField> flags);

}  // namespace carom

#endif  // CAROM_CLIENT_CLI_FLAG_ERROR_H_
