// The kernels of HertzChain for registers that every machine has.

#include "core/laws/cluster/chain/kernels.h"

namespace carom::internal {
namespace {

#include "core/math/lanes/two.inl"
//
#include "core/laws/cluster/chain/kernels.inl"

}  // namespace

const ChainKernels kPlainChainKernels{Combine, Openings, Forces, Advance, Largest};

}  // namespace carom::internal
