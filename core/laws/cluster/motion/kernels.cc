#include "core/laws/cluster/motion/kernels.h"

#include "core/base/register_width.h"

namespace carom::internal {

// As for the chain (core/laws/cluster/chain/kernels.cc), 512 bits are too many.
const MotionKernels& ChosenMotionKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2MotionKernels;
#endif
  return kPlainMotionKernels;
}

}  // namespace carom::internal
