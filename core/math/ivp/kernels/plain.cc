// The kernels of steppers for registers that every machine has, and the choice among all.

#include "core/base/register_width.h"
#include "core/math/ivp/kernels/kernels.h"

namespace carom::internal {
namespace {

#define CAROM_LANES 2
#include "core/math/lanes/lanes.inl"
//
#include "core/math/ivp/kernels/kernels.inl"

}  // namespace

const StepKernels kPlainStepKernels{Advance, Weigh, Worst, NextReached, NextTurned};

// Wider registers are no faster for the hundred components of a table's balls.
const StepKernels& ChosenStepKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2StepKernels;
#endif
  return kPlainStepKernels;
}

}  // namespace carom::internal
