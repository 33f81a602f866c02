// The forces of the cloth for AVX2. The caller checks that the machine has it.

#include "core/multibody/cloth/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

namespace four {
#define CAROM_LANES 4
#include "core/math/lanes/lanes.inl"
//
#include "core/multibody/cloth/kernels.inl"
}  // namespace four

namespace two {
#define CAROM_LANES 2
#include "core/math/lanes/lanes.inl"
//
#include "core/multibody/cloth/kernels.inl"
}  // namespace two

}  // namespace

// Divisions and roots are most of the time, and take twice as long for four lanes as for two: the
// last one or two contacts do not fill four lanes.
void FindClothForcesAvx2(ClothColumns& cloth, int count) {
  const int rest = count % four::kWidth;
  const int first = rest == 0 || rest > two::kWidth ? count : count - rest;
  four::FindForces(cloth, 0, first);
  two::FindForces(cloth, first, count);
}

}  // namespace carom::internal

#endif  // defined(__x86_64__)
