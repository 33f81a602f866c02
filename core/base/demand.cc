#include "core/base/demand.h"

#include <cstdio>
#include <cstdlib>

namespace carom::internal {

void DemandFailed(const char* file, int line, const char* condition, std::string_view message) {
  std::fprintf(stderr, "%s:%d: demand failed: %s: %.*s\n", file, line, condition,
               static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace carom::internal
