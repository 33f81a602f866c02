// Eight lanes, for files compiled for AVX-512 F, DQ and VL (core/math/lanes/lanes.inl).

using Lanes = double __attribute__((vector_size(64)));
using Test = long long __attribute__((vector_size(64)));

constexpr int kWidth = 8;
constexpr unsigned kAllLanes = (1u << kWidth) - 1u;

inline Lanes Load(const double* column) {
  Lanes lanes;
  __builtin_memcpy(&lanes, column, sizeof lanes);
  return lanes;
}
inline void Store(double* column, Lanes value) { __builtin_memcpy(column, &value, sizeof value); }
inline Lanes Splat(double x) { return Lanes{x, x, x, x, x, x, x, x}; }
inline Lanes Root(Lanes a) {
  Lanes root = a;
  for (int i = 0; i < kWidth; ++i) root[i] = __builtin_sqrt(a[i]);
  return root;
}
inline Lanes Choose(Test test, Lanes a, Lanes b) { return test ? a : b; }
inline Test Not(Test test) { return ~test; }
inline unsigned Bits(Test test) { return __builtin_ia32_cvtq2mask512(test); }

#include "core/math/lanes/lanes.inl"
