// The kernels for 8 rows at a time. Compiled for AVX-512 (F, DQ, VL). The caller checks that the
// machine has it.

#include "core/event/rows/kernels.h"

#if defined(__x86_64__)

namespace carom::rows {
namespace {

#define CAROM_LANES 8
#include "core/math/lanes/lanes.inl"
//
#include "core/event/rows/kernels.inl"

}  // namespace

const Kernels kAvx512Kernels{Collisions, Touches};

}  // namespace carom::rows

#endif  // defined(__x86_64__)
