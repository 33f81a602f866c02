// The kernels of HertzChain and GroupMotion for registers that every machine has, and the choice
// among all.

#include "core/base/register_width.h"
#include "core/laws/cluster/kernels.h"

namespace carom::internal {
namespace {

#include "core/math/lanes/two.inl"
//
#include "core/math/lanes/rows.inl"
//
#include "core/laws/cluster/chain_kernels.inl"
//
#include "core/laws/cluster/motion_kernels.inl"

}  // namespace

const ChainKernels kPlainChainKernels{Combine, Openings, Forces, Advance, Largest};
const MotionKernels kPlainMotionKernels{Approaches, Slips, Push, Rub};

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
