// Four lanes, for files compiled for AVX2 (core/math/lanes/lanes.inl).

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
inline Lanes Root(Lanes a) { return __builtin_ia32_sqrtpd256(a); }
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return ~test; }
inline unsigned Bits(Test test) {
  return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<Lanes>(test)));
}

#include "core/math/lanes/lanes.inl"
