// The kernels of HertzChain and GroupMotion for registers that every machine has, and the choice
// among all.

#include "core/base/register_width.h"
#include "core/laws/cluster/kernels.h"

namespace carom::internal {
namespace {

#define CAROM_LANES 2
#include "core/math/lanes/lanes.inl"
//
#include "core/laws/cluster/kernels.inl"

}  // namespace

const GroupKernels kPlainGroupKernels{Combine,    Openings, Forces, Advance, Largest,
                                      Approaches, Slips,    Push,   Rub};

// A group has about twenty contacts, too few for registers of 512 bits.
const GroupKernels& ChosenGroupKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2GroupKernels;
#endif
  return kPlainGroupKernels;
}

}  // namespace carom::internal
