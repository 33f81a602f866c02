// The kernels for 4 rows at a time. Compiled for AVX2. The caller checks that the machine
// has it.

#include "core/event/rows/bodies.h"
#include "core/event/rows/meetings.h"

#if defined(__x86_64__)

namespace carom::rows {
namespace {

using Lanes = double __attribute__((vector_size(32)));
using Test = long long __attribute__((vector_size(32)));

constexpr int kWidth = 4;
constexpr unsigned kAllLanes = (1u << kWidth) - 1u;

inline Lanes Load(const double* column) {
  Lanes lanes;
  __builtin_memcpy(&lanes, column, sizeof lanes);
  return lanes;
}
inline void Store(double* column, Lanes value) { __builtin_memcpy(column, &value, sizeof value); }
inline Lanes Splat(double x) { return Lanes{x, x, x, x}; }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return ~test; }
inline unsigned Bits(Test test) {
  return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<Lanes>(test)));
}

#include "core/event/rows/meetings.inl"
//
#include "core/event/rows/bodies.inl"

}  // namespace

unsigned MayMeetAvx2(const BallColumns& balls, int ball, unsigned partners, int count,
                     double* earliest_s) {
  return Meetings(balls, ball, partners, count, earliest_s);
}

unsigned long long MayTouchAvx2(const VicinityRows& bodies, const SweptPath& path, int first) {
  return Touches(bodies, path, first);
}

}  // namespace carom::rows

#endif  // defined(__x86_64__)
