// The kernels for 8 rows at a time. Compiled for AVX-512 (F, DQ, VL). The caller checks that the
// machine has it.

#include "core/event/rows/bodies.h"
#include "core/event/rows/collisions.h"

#if defined(__x86_64__)

namespace carom::rows {
namespace {

#include "core/math/lanes/avx512.inl"
//
#include "core/event/rows/collisions.inl"
//
#include "core/event/rows/bodies.inl"

}  // namespace

unsigned MayCollideAvx512(const BallColumns& balls, int ball, unsigned partners, int count,
                          double* earliest_s) {
  return Collisions(balls, ball, partners, count, earliest_s);
}

unsigned long long MayTouchAvx512(const VicinityRows& bodies, const SweptPath& path, int first) {
  return Touches(bodies, path, first);
}

}  // namespace carom::rows

#endif  // defined(__x86_64__)
