// The forces of the cloth for registers that every machine has.

#include "core/multibody/cloth/kernels.h"

namespace carom::internal {
namespace {

#define CAROM_LANES 2
#include "core/math/lanes/lanes.inl"
//
#include "core/multibody/cloth/kernels.inl"

}  // namespace

void FindClothForcesPlain(ClothColumns& cloth, int count) { FindForces(cloth, 0, count); }

}  // namespace carom::internal
