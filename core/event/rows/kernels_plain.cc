// The kernels one row at a time, for machines without wide registers, and the choice among all.

#include "core/base/register_width.h"
#include "core/event/rows/kernels.h"

namespace carom::rows {
namespace {

#define CAROM_LANES 1
#include "core/math/lanes/lanes.inl"
//
#include "core/event/rows/kernels.inl"

}  // namespace

const Kernels kPlainKernels{Collisions, Touches};

const Kernels& KernelsOf(RegisterWidth width) {
#if defined(__x86_64__)
  if (width == RegisterWidth::kAvx2) return kAvx2Kernels;
  if (width == RegisterWidth::kAvx512) return kAvx512Kernels;
#endif
  return kPlainKernels;
}

}  // namespace carom::rows
