#include "core/math/ivp/kernels/kernels.h"

#include "core/base/register_width.h"

namespace carom::internal {

// Wider registers are no faster for the hundred components of a table's balls.
const StepKernels& ChosenStepKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2StepKernels;
#endif
  return kPlainStepKernels;
}

}  // namespace carom::internal
