// The kernels for 4 rows at a time. Compiled for AVX2. The caller checks that the machine has it.

#include "core/event/rows/kernels.h"

#if defined(__x86_64__)

namespace carom::rows {
namespace {

#include "core/math/lanes/avx2.inl"
//
#include "core/event/rows/collisions.inl"
//
#include "core/event/rows/bodies.inl"

}  // namespace

const Kernels kAvx2Kernels{Collisions, Touches};

}  // namespace carom::rows

#endif  // defined(__x86_64__)
