#ifndef CAROM_SERVER_CONVERT_LAW_CONVERT_H_
#define CAROM_SERVER_CONVERT_LAW_CONVERT_H_

#include "absl/status/status.h"
#include "carom/v1/laws.pb.h"
#include "core/laws/law_set.h"

namespace carom {

/// The contact laws of these settings, each at the core's default where the wire is silent.
/// INVALID_ARGUMENT with the path below the settings ("cushion.han2005.friction: ...").
/// Pure and thread-safe.
absl::Status TakeLaws(const v1::Settings& wire, LawSet& laws);

}  // namespace carom

#endif  // CAROM_SERVER_CONVERT_LAW_CONVERT_H_
