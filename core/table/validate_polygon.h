#ifndef CAROM_CORE_TABLE_VALIDATE_POLYGON_H_
#define CAROM_CORE_TABLE_VALIDATE_POLYGON_H_

#include <vector>

#include "absl/status/status.h"
#include "core/base/vec3.h"

namespace carom {

/// OK for corners within +-100 m whose polygon does not cross itself, as outlines of tables must
/// be; else INVALID_ARGUMENT at "path[i]". How many corners there are is the caller's to check.
absl::Status ValidatePolygon(const char* path, const std::vector<Vec2>& polygon);

}  // namespace carom

#endif  // CAROM_CORE_TABLE_VALIDATE_POLYGON_H_
