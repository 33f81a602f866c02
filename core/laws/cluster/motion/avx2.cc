// The kernels of GroupMotion for AVX2. The caller checks that the machine has it.

#include "core/laws/cluster/motion/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#include "core/math/lanes/avx2.inl"
//
#include "core/math/lanes/rows.inl"
//
#include "core/laws/cluster/motion/kernels.inl"

}  // namespace

const MotionKernels kAvx2MotionKernels{Approaches, Slips, Push, Rub};

}  // namespace carom::internal

#endif  // defined(__x86_64__)
