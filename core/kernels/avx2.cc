// The kernels compiled for AVX2. The caller checks that the machine has it.

#if defined(__x86_64__)

#include "core/kernels/integration.h"
#include "core/kernels/rows.h"

namespace carom::rows {
namespace {

#define CAROM_LANES 4
#include "core/kernels/lanes.inl"
//
#include "core/kernels/rows.inl"

}  // namespace

const Kernels kAvx2Kernels{Collisions, Touches};

}  // namespace carom::rows

namespace carom::internal {
namespace {

#define CAROM_LANES 4
#include "core/kernels/lanes.inl"

namespace group {
#include "core/kernels/group.inl"
}
namespace step {
#include "core/kernels/step.inl"
}
namespace four {
#include "core/kernels/cloth.inl"
}

namespace two {
#define CAROM_LANES 2
#include "core/kernels/lanes.inl"
//
#include "core/kernels/cloth.inl"
}  // namespace two

}  // namespace

const GroupKernels kAvx2GroupKernels{group::Combine, group::Openings, group::Forces,
                                     group::Advance, group::Largest,  group::Approaches,
                                     group::Slips,   group::Push,     group::ApplyFriction};
const StepKernels kAvx2StepKernels{step::Advance, step::Weigh, step::Worst, step::NextReached,
                                   step::NextTurned};

// Divisions and roots are most of the time, and take twice as long for four lanes as for two: the
// last one or two contacts do not fill four lanes.
void FindClothForcesAvx2(ClothColumns& cloth, int count) {
  const int rest = count % kWidth;
  const int first = rest == 0 || rest > two::kWidth ? count : count - rest;
  four::FindForces(cloth, 0, first);
  two::FindForces(cloth, first, count);
}

}  // namespace carom::internal

#endif  // defined(__x86_64__)
