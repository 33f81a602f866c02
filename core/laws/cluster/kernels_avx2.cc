// The kernels of HertzChain and GroupMotion for AVX2. The caller checks that the machine has it.

#include "core/laws/cluster/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#include "core/math/lanes/avx2.inl"
//
#include "core/math/lanes/rows.inl"
//
#include "core/laws/cluster/chain_kernels.inl"
//
#include "core/laws/cluster/motion_kernels.inl"

}  // namespace

const ChainKernels kAvx2ChainKernels{Combine, Openings, Forces, Advance, Largest};
const MotionKernels kAvx2MotionKernels{Approaches, Slips, Push, Rub};

}  // namespace carom::internal

#endif  // defined(__x86_64__)
