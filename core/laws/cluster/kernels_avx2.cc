// The kernels of HertzChain and GroupMotion for AVX2. The caller checks that the machine has it.

#include "core/laws/cluster/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#define CAROM_LANES 4
#include "core/math/lanes/lanes.inl"
//
#include "core/laws/cluster/kernels.inl"

}  // namespace

const GroupKernels kAvx2GroupKernels{Combine,    Openings, Forces, Advance, Largest,
                                     Approaches, Slips,    Push,   Rub};

}  // namespace carom::internal

#endif  // defined(__x86_64__)
