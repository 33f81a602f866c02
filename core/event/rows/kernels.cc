#include "core/event/rows/kernels.h"

#include <array>
#include <cstddef>

namespace carom::rows {
namespace {

constexpr Kernels kPlain{RegisterWidth::kPlain, MayCollidePlain, MayTouchPlain};

// In the order of RegisterWidth.
#if defined(__x86_64__)
constexpr std::array<Kernels, 3> kKernels = {
    {kPlain,
     {RegisterWidth::kAvx2, MayCollideAvx2, MayTouchAvx2},
     {RegisterWidth::kAvx512, MayCollideAvx512, MayTouchAvx512}}};
#else
constexpr std::array<Kernels, 1> kKernels = {{kPlain}};
#endif

}  // namespace

std::span<const Kernels> AvailableKernels() {
  return std::span<const Kernels>(kKernels).first(AvailableWidths().size());
}

const Kernels& ChosenKernels() { return kKernels[static_cast<std::size_t>(ChosenWidth())]; }

}  // namespace carom::rows
