// The forces of the cloth for AVX2. The caller checks that the machine has it.

#include "core/multibody/cloth/kernels.h"

#if defined(__x86_64__)

namespace carom::internal {
namespace {

#include "core/math/lanes/avx2.inl"
//
#include "core/multibody/cloth/kernels.inl"

}  // namespace

void FindClothForcesAvx2(ClothColumns& cloth, int count) { FindForces(cloth, count); }

}  // namespace carom::internal

#endif  // defined(__x86_64__)
