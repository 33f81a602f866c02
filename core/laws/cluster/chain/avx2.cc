// The kernels of HertzChain for AVX2. The caller checks that the machine has it.

#include "core/laws/cluster/chain/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#include "core/math/lanes/avx2.inl"
//
#include "core/laws/cluster/chain/kernels.inl"

}  // namespace

const ChainKernels kAvx2ChainKernels{Combine, Openings, Forces, Advance, Largest};

}  // namespace carom::internal

#endif  // defined(__x86_64__)
