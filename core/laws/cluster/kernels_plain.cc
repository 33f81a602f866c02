// The kernels of HertzChain and GroupMotion for registers that every machine has.

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

}  // namespace carom::internal
