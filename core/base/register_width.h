#ifndef CAROM_CORE_BASE_REGISTER_WIDTH_H_
#define CAROM_CORE_BASE_REGISTER_WIDTH_H_

#include <cstdint>
#include <span>
#include <string_view>

namespace carom {

/// The registers for which a kernel is compiled. All widths give the same bits.
enum class RegisterWidth : uint8_t {
  kPlain = 0,  ///< Those that every machine has.
  kAvx2 = 1,
  kAvx512 = 2,  ///< F, DQ and VL.
};

/// "plain", "avx2" or "avx512".
std::string_view NameOf(RegisterWidth width);

/// The widths that this machine can run, the widest last. Thread-safe.
std::span<const RegisterWidth> AvailableWidths();

/// The one of them that is fastest here, or the one that the environment variable CAROM_KERNELS
/// names, if it is available. Chosen once. Thread-safe.
RegisterWidth ChosenWidth();

}  // namespace carom

#endif  // CAROM_CORE_BASE_REGISTER_WIDTH_H_
