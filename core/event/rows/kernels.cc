#include "core/event/rows/kernels.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>

namespace carom::rows {
namespace {

constexpr Kernels kPlain{"plain", MayMeetPlain, MayTouchPlain};

#if defined(__x86_64__)
constexpr std::array<Kernels, 3> kKernels = {
    {kPlain, {"avx2", MayMeetAvx2, MayTouchAvx2}, {"avx512", MayMeetAvx512, MayTouchAvx512}}};

// Asks whether the processor has the instructions and the operating system saves their registers.
std::size_t CountAvailable() {
  if (!__builtin_cpu_supports("avx2")) return 1;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
  return wide ? 3 : 2;
}
#else
constexpr std::array<Kernels, 1> kKernels = {{kPlain}};

std::size_t CountAvailable() { return 1; }
#endif

// Chooses the widest kernels, but none of 512 bits on Intel's processors. For instructions of 512
// bits these join two execution units and lower their clock, so that the rest of an event loses
// more time than the rows gain: on a Sapphire Rapids a two-ball cut takes 1.15 times as long with
// AVX-512 as with AVX2.
const Kernels& Fastest() {
  const std::span<const Kernels> available = AvailableKernels();
#if defined(__x86_64__)
  if (__builtin_cpu_is("intel")) return available[std::min<std::size_t>(available.size(), 2) - 1];
#endif
  return available.back();
}

const Kernels& Choose() {
  const char* const wanted = std::getenv("CAROM_KERNELS");
  for (const Kernels& kernels : AvailableKernels()) {
    if (wanted != nullptr && kernels.name == wanted) return kernels;
  }
  return Fastest();
}

}  // namespace

std::span<const Kernels> AvailableKernels() {
  static const std::size_t count = CountAvailable();
  return std::span<const Kernels>(kKernels).first(count);
}

const Kernels& ChosenKernels() {
  static const Kernels& chosen = Choose();
  return chosen;
}

}  // namespace carom::rows
