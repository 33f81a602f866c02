// The kernels of steppers for AVX2. The caller checks that the machine has it.

#include "core/math/ivp/kernels/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#define CAROM_LANES 4
#include "core/math/lanes/lanes.inl"
//
#include "core/math/ivp/kernels/kernels.inl"

}  // namespace

const StepKernels kAvx2StepKernels{Advance, Weigh, Worst, NextReached, NextTurned};

}  // namespace carom::internal

#endif  // defined(__x86_64__)
