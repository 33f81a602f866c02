#ifndef CAROM_CORE_BASE_DEMAND_H_
#define CAROM_CORE_BASE_DEMAND_H_

#include <string_view>

namespace carom::internal {

/// Prints `file:line: demand failed: condition: message` to stderr and aborts.
[[noreturn]] void DemandFailed(const char* file, int line, const char* condition,
                               std::string_view message);

}  // namespace carom::internal

/// Ends the process when the programmer's own reasoning proves wrong. In every build type.
/// Never for untrusted input: that is answered with an absl::Status at the door.
#define CAROM_DEMAND(condition, message)                                          \
  do {                                                                            \
    if (!(condition)) [[unlikely]] {                                              \
      ::carom::internal::DemandFailed(__FILE__, __LINE__, #condition, (message)); \
    }                                                                             \
  } while (false)

/// The same in debug builds only, for checks that hot loops cannot afford. The condition is
/// compiled but not evaluated when NDEBUG is defined.
#ifdef NDEBUG
#define CAROM_ASSERT(condition)     \
  do {                              \
    if (false) {                    \
      static_cast<void>(condition); \
    }                               \
  } while (false)
#else
#define CAROM_ASSERT(condition) CAROM_DEMAND(condition, "assertion")
#endif

#endif  // CAROM_CORE_BASE_DEMAND_H_
