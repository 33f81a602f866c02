// The kernels of GroupMotion for registers that every machine has.

#include "core/laws/cluster/motion/kernels.h"

namespace carom::internal {
namespace {

#include "core/math/lanes/two.inl"
//
#include "core/math/lanes/rows.inl"
//
#include "core/laws/cluster/motion/kernels.inl"

}  // namespace

const MotionKernels kPlainMotionKernels{Approaches, Slips, Push, Rub};

}  // namespace carom::internal
