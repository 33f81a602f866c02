#include "core/base/register_width.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

namespace carom {
namespace {

constexpr std::array<RegisterWidth, 3> kWidths = {RegisterWidth::kPlain, RegisterWidth::kAvx2,
                                                  RegisterWidth::kAvx512};

// Asks whether the processor has the instructions and the operating system saves their registers.
std::size_t CountAvailable() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2")) return 1;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
  return wide ? 3 : 2;
#else
  return 1;
#endif
}

// The widest, but none of 512 bits on Intel's processors. Those join two units for it and lower
// their clock, which costs the rest of an event more than core/kernels/rows.h gains: on a
// Sapphire Rapids a two-ball cut takes 1.15 times as long with AVX-512 as with AVX2.
RegisterWidth Fastest() {
#if defined(__x86_64__)
  if (__builtin_cpu_is("intel")) return std::min(AvailableWidths().back(), RegisterWidth::kAvx2);
#endif
  return AvailableWidths().back();
}

RegisterWidth Choose() {
  const char* const wanted = std::getenv("CAROM_KERNELS");
  for (const RegisterWidth width : AvailableWidths()) {
    if (wanted != nullptr && NameOf(width) == wanted) return width;
  }
  return Fastest();
}

}  // namespace

std::string_view NameOf(RegisterWidth width) {
  switch (width) {
    case RegisterWidth::kPlain:
      return "plain";
    case RegisterWidth::kAvx2:
      return "avx2";
    case RegisterWidth::kAvx512:
      return "avx512";
  }
  return "";
}

std::span<const RegisterWidth> AvailableWidths() {
  static const std::size_t count = CountAvailable();
  return std::span<const RegisterWidth>(kWidths).first(count);
}

RegisterWidth ChosenWidth() {
  static const RegisterWidth chosen = Choose();
  return chosen;
}

}  // namespace carom
