// The kernels of prediction compiled for AVX-512 (F, DQ, VL). The caller checks that the machine
// has it.

#if defined(__x86_64__)

#include "core/kernels/rows.h"

namespace carom::rows {
namespace {

#define CAROM_LANES 8
#include "core/kernels/lanes.inl"
//
#include "core/kernels/rows.inl"

}  // namespace

const Kernels kAvx512Kernels{Collisions, Touches};

}  // namespace carom::rows

#endif  // defined(__x86_64__)
