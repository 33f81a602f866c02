#include "core/laws/cluster/kernels.h"

#include "core/base/register_width.h"

namespace carom::internal {

// A group has about twenty contacts, too few for registers of 512 bits.
const ChainKernels& ChosenChainKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2ChainKernels;
#endif
  return kPlainChainKernels;
}

// As for the chain, 512 bits are too many.
const MotionKernels& ChosenMotionKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2MotionKernels;
#endif
  return kPlainMotionKernels;
}

}  // namespace carom::internal
