// The kernels of steppers for registers that every machine has.

#include "core/math/ivp/kernels/kernels.h"

namespace carom::internal {
namespace {

#include "core/math/lanes/two.inl"
//
#include "core/math/ivp/kernels/kernels.inl"

}  // namespace

const StepKernels kPlainStepKernels{Advance, Weigh, Worst, NextReached, NextTurned};

}  // namespace carom::internal
