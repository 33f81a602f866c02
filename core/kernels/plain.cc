// The kernels for registers that every machine has, and the choice among all widths.

#include "core/base/register_width.h"
#include "core/kernels/integration.h"
#include "core/kernels/rows.h"

namespace carom::rows {
namespace {

#define CAROM_LANES 1
#include "core/kernels/lanes.inl"
//
#include "core/kernels/rows.inl"

}  // namespace

const Kernels kPlainKernels{Collisions, Touches};

const Kernels& KernelsOf(RegisterWidth width) {
#if defined(__x86_64__)
  if (width == RegisterWidth::kAvx2) return kAvx2Kernels;
  if (width == RegisterWidth::kAvx512) return kAvx512Kernels;
#endif
  return kPlainKernels;
}

}  // namespace carom::rows

namespace carom::internal {
namespace {

#define CAROM_LANES 2
#include "core/kernels/lanes.inl"

namespace group {
#include "core/kernels/group.inl"
}
namespace step {
#include "core/kernels/step.inl"
}
namespace cloth {
#include "core/kernels/cloth.inl"
}

}  // namespace

const GroupKernels kPlainGroupKernels{group::Combine, group::Openings, group::Forces,
                                      group::Advance, group::Largest,  group::Approaches,
                                      group::Slips,   group::Push,     group::ApplyFriction};
const StepKernels kPlainStepKernels{step::Advance, step::Weigh, step::Worst, step::NextReached,
                                    step::NextTurned};

// A group has about twenty contacts, too few for registers of 512 bits.
const GroupKernels& ChosenGroupKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2GroupKernels;
#endif
  return kPlainGroupKernels;
}

// Registers of 512 bits are no faster for the hundred components of a table's balls.
const StepKernels& ChosenStepKernels() {
#if defined(__x86_64__)
  if (ChosenWidth() != RegisterWidth::kPlain) return kAvx2StepKernels;
#endif
  return kPlainStepKernels;
}

void FindClothForcesPlain(ClothColumns& cloth, int count) { cloth::FindForces(cloth, 0, count); }

}  // namespace carom::internal
